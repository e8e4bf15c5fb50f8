// A function of the program that a header in a folder `include` declares may set the program's variables: another file defines it.
#include <cuda_runtime.h>

#include "include/config.h"

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
