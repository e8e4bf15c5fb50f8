// Work stealing in a loop (ScoRD, figure 3): which counter a later round draws from is not followed, the first round shows the race.
#include <cuda_runtime.h>

__global__ void work(int *next, const int *end, int *bases, int *victims, float *out)
{
	int bid = blockIdx.x;
	int *base = &bases[blockIdx.x];
	int *victim = &victims[blockIdx.x];
	if (threadIdx.x == 0) {
		*base = atomicAdd(&next[bid], 64);
		atomicExch_block(victim, bid);
	}
	__syncthreads();
	int from = *base, last = end[bid];
	while (from < last) {
		if (from + threadIdx.x < last)
			atomicAdd(&out[from + threadIdx.x], 1.0f);
		__syncthreads();
		if (threadIdx.x == 0)
			*base = atomicAdd(&next[bid], 64); // twin-race: inter-block; twin-cause: block scope; twin: *base = atomicAdd_block(&next[bid], 64);
		__syncthreads();
		from = *base;
		if (from < last)
			continue;
		__syncthreads();
		if (threadIdx.x == 0) {
			int other = (bid + 1) % 16;
			*base = atomicAdd(&next[other], 64); // twin-race: inter-block
			atomicExch_block(victim, other);
		}
		__syncthreads();
		bid = atomicAdd_block(victim, 0);
		from = *base;
		last = end[bid];
	}
}

void run(int *next, const int *end, int *bases, int *victims, float *out)
{
	work<<<16, 64>>>(next, end, bases, victims, out); // launch: race-free; twin-launch: race
}
