// The last group has the rest of the blocks, whose number is not known. In the twin the count of the groups leaves out the rest.
#include <cuda_runtime.h>

__global__ void sum(float *part, float *whole, unsigned *group, unsigned *all, float *out)
{
	if (threadIdx.x)
		return;
	int g = blockIdx.x / 8, groups = (gridDim.x + 7) / 8;
	int size = g == groups - 1 ? gridDim.x - g * 8 : 8;
	part[blockIdx.x] = blockIdx.x; // twin-race: inter-block
	__threadfence();
	if (atomicAdd(&group[g], 1) != size - 1)
		return;
	__threadfence();
	float s = 0;
	for (int i = 0; i < size; i++)
		s += part[g * 8 + i];
	whole[g] = s; // twin-race: inter-block
	__threadfence();
	if (atomicAdd(all, 1) == groups - 1) { // twin: 	if (atomicAdd(all, 1) == gridDim.x / 8 - 1) {
		__threadfence();
		float t = 0;
		for (int i = 0; i < groups; i++)
			t += whole[i]; // twin-race: inter-block
		for (int i = 0; i < gridDim.x; i++)
			t -= part[i]; // twin-race: inter-block
		*out = t;
	}
}

void run(float *p, float *w, float *o, int n)
{
	unsigned *g, *a;

	cudaMalloc(&g, 1 << 20);
	cudaMalloc(&a, 4);
	cudaMemset(g, 0, 1 << 20);
	cudaMemset(a, 0, 4);
	sum<<<n, 32>>>(p, w, g, a, o); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
