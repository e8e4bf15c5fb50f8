// A device variable that the kernel names, and a pointer that it is given: the variable's address in the twin.
#include <cuda_runtime.h>

__device__ int values[1024];

__global__ void shift(int *to)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	values[i] = i; // twin-race: inter-block, intra-block, intra-warp
	if (i)
		to[i - 1] = -i; // twin-race: inter-block, intra-block, intra-warp
}

int main()
{
	int *to;

	cudaMalloc(&to, sizeof(values)); // twin: 	cudaGetSymbolAddress((void **)&to, values);
	shift<<<4, 256>>>(to); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
	return 0;
}
