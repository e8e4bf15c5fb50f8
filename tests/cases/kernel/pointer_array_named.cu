// The pointer is one of two in an array, and the object one that the kernel names by another name. In the twin the entry can only be the other one.
#include <cuda_runtime.h>

#define ENTRY which // twin: #define ENTRY 1

__global__ void own(int *a, int *b, int which) // kernel: race; twin-kernel: race-free
{
	int *rows[2] = { a, b };
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	rows[ENTRY][i] = a[i + 1]; // race: inter-block, intra-block, intra-warp
}

struct matrix {
	int *rows[2];
};

__global__ void given(matrix m, int which) // kernel: race; twin-kernel: race-free
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	m.rows[ENTRY][i] = m.rows[0][i + 1]; // race: inter-block, intra-block, intra-warp
}
