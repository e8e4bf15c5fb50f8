// Slots that are published by their numbers: in the twin another block publishes one of them as well, which it has not filled.
#include <cuda_runtime.h>

#define OTHER 0 // twin: #define OTHER 5

__global__ void versions(int *slot, int *index, int *out, int n)
{
	if (blockIdx.x == 0) {
		if (threadIdx.x == 0)
			for (int k = 1; k <= n; k++) {
				slot[k] = k; // twin-race: inter-block
				__threadfence();
				atomicExch(index, k);
			}
	} else if (blockIdx.x == 1) {
		if (threadIdx.x == 0)
			atomicExch(index, OTHER);
	} else {
		int k = atomicAdd(index, 0);
		__threadfence();
		if (k > 0)
			out[blockIdx.x * blockDim.x + threadIdx.x] = slot[k]; // twin-race: inter-block
	}
}

int main()
{
	int *slot, *index, *out;
	cudaMalloc(&slot, 101 * sizeof(int));
	cudaMalloc(&index, sizeof(int));
	cudaMalloc(&out, 64 * 64 * sizeof(int));
	cudaMemset(index, 0, sizeof(int));
	versions<<<64, 64>>>(slot, index, out, 100); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
