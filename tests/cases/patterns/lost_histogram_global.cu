// Lost updates: many threads add to one bin of global memory.
#include <cuda_runtime.h>

__global__ void count(const int *key, int *bins, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&bins[key[i] & 255], 1); // twin-race: inter-block,intra-block,intra-warp; twin: 		bins[key[i] & 255] += 1;
}

int main()
{
	int *key, *bins, n = 1 << 22;
	cudaMalloc(&key, n * sizeof(int));
	cudaMalloc(&bins, 256 * sizeof(int));
	cudaMemset(bins, 0, 256 * sizeof(int));
	count<<<256, 256>>>(key, bins, n); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
