// A folder of the project that is called like that of the built-in headers holds its own code: a function declared there may set its variables.
#include <cuda_runtime.h>

#include "frontend/include/config.h"

int width = 256;

__global__ void fill(int *a, int width)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	a[i % width] = i; // race: intra-block, intra-warp
}

int main()
{
	int *a;

	load_config(); // twin:
	cudaMalloc(&a, 256 * sizeof(int));
	fill<<<1, 256>>>(a, width); // launch: race; twin-launch: race-free
	return 0;
}
