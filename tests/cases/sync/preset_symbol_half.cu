// The host copies to a device array from a list whose second half it has filled anew: what is known of a part is not all that is copied; in the twin it has not.
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
		sums[b] = sums[b - 1] + b;
	} else {
		sums[0] = 0;
	}
	__threadfence();
	atomicExch(&ready[b], 1);
}

int main()
{
	int *sums;
	cudaMalloc(&sums, 64 * 4);
	std::vector<int> none(64, 0);
	none.resize(32), none.resize(64, 1); // twin:
	cudaMemcpyToSymbol(ready, none.data(), sizeof(ready));
	chain<<<64, 32>>>(sums); // launch: undecided; twin-launch: race-free
	cudaDeviceSynchronize();
}
