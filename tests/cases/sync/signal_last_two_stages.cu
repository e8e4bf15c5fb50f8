// The last block of each group counts at a second counter, and the last of these goes on. The twin lacks a fence.
#include <cuda_runtime.h>

__global__ void sum(float *part, float *whole, unsigned *group, unsigned *all, float *out)
{
	int g = blockIdx.x / 8;

	if (threadIdx.x || atomicAdd(&group[g], 1) != 7)
		return;
	whole[g] = part[g]; // twin-race: inter-block
	__threadfence(); // twin:
	if (atomicAdd(all, 1) == 7) {
		__threadfence();
		*out = whole[0] + whole[7]; // twin-race: inter-block
	}
}

int main()
{
	float *p, *w, *o;
	unsigned *g, *a;

	cudaMalloc(&p, 256);
	cudaMalloc(&w, 32);
	cudaMalloc(&o, 4);
	cudaMalloc(&g, 32);
	cudaMalloc(&a, 4);
	cudaMemset(g, 0, 32);
	cudaMemset(a, 0, 4);
	sum<<<64, 32>>>(p, w, g, a, o); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
