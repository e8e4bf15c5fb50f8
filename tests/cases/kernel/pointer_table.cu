// A table of row pointers: rows are different memory; the twin lets all threads use one row.
#include <cuda_runtime.h>

__global__ void fill(float *const *rows, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		for (int j = 0; j < n; j++)
			rows[i][j] = i + j; // twin-race: inter-block,intra-block,intra-warp; twin: rows[0][j] = i + j;
}

void run(float *const *rows, int n)
{
	fill<<<(n + 127) / 128, 128>>>(rows, n); // launch: race-free; twin-launch: race
}
