// The host copies to a device array from a list that it has filled: each block waits for the one before it; in the twin the list says that all are done.
#include <cuda_runtime.h>
#include <vector>

__device__ int ready[64];

__global__ void chain(int *sums)
{
	int b = blockIdx.x;
	if (threadIdx.x)
		return;
	if (b) {
		while (atomicAdd(&ready[b - 1], 0) == 0)
			;
		__threadfence();
		sums[b] = sums[b - 1] + b; // twin-race: inter-block; twin-cause: can go on at once
	} else {
		sums[0] = 0; // twin-race: inter-block
	}
	__threadfence();
	atomicExch(&ready[b], 1);
}

int main()
{
	int *sums;
	cudaMalloc(&sums, 64 * 4);
	std::vector<int> none(64, 0); // twin: 	std::vector<int> none(64, 1);
	cudaMemcpyToSymbol(ready, none.data(), sizeof(ready));
	chain<<<64, 32>>>(sums); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
