// The last block of each group adds up its parts, and the last of these reads what all blocks have written; the counters are set back by who is last. In the
// twin the last group but one is enough.
#include <cuda_runtime.h>

__global__ void sum(float *part, float *whole, unsigned *group, unsigned *all, float *out)
{
	if (threadIdx.x)
		return;
	int g = blockIdx.x / 8;
	part[blockIdx.x] = blockIdx.x; // twin-race: inter-block
	__threadfence();
	if (atomicAdd(&group[g], 1) != 7)
		return;
	__threadfence();
	group[g] = 0;
	float s = 0;
	for (int i = 0; i < 8; i++)
		s += part[g * 8 + i];
	whole[g] = s; // twin-race: inter-block
	__threadfence();
	if (atomicAdd(all, 1) == 7) { // twin: 	if (atomicAdd(all, 1) == 6) {
		__threadfence();
		float t = 0;
		for (int i = 0; i < 8; i++)
			t += whole[i]; // twin-race: inter-block
		for (int i = 0; i < 64; i++)
			t -= part[i]; // twin-race: inter-block
		*out = t;
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
