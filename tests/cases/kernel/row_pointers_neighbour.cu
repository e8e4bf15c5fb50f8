// Rows behind an array of pointers: two loads of it may find one row.
#include <cuda_runtime.h>

__global__ void shift(float **rows, int n)
{
	int i = blockIdx.x;
	if (i + 1 < n)
		rows[i][threadIdx.x] = rows[i + 1][threadIdx.x]; // race: inter-block; twin: rows[i][threadIdx.x] = 2 * rows[i][threadIdx.x];
}

void run(float **rows, int n)
{
	shift<<<n, 64>>>(rows, n); // launch: race; twin-launch: race-free
}
