// Two lists of a block, copied to parts of the output that are as long as a block has threads.
#include <cuda_runtime.h>

#define T 128

__global__ void split(const float *in, float *low, float *high, int *counts, float pivot)
{
	__shared__ float a[T], b[T];
	__shared__ int na, nb;
	int t = threadIdx.x;
	float v = in[blockIdx.x * T + t];

	if (t == 0)
		na = nb = 0;
	__syncthreads();
	if (v < pivot)
		a[atomicAdd(&na, 1)] = v;
	else
		b[atomicAdd(&nb, 1)] = v;
	__syncthreads();
	for (int i = t; i < na; i += T)
		low[blockIdx.x * T + i] = a[i];
	for (int i = t; i < nb; i += T)
		high[blockIdx.x * T + i] = b[i]; // twin-race: inter-block; twin: 		high[blockIdx.x * (T - 1) + i] = b[i];
	if (t == 0)
		counts[blockIdx.x] = na;
}

void run(const float *in, float *low, float *high, int *counts, float pivot, int blocks)
{
	split<<<blocks, T>>>(in, low, high, counts, pivot); // launch: race-free; twin-launch: race
}
