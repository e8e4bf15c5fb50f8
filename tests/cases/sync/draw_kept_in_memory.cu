// What atomics found and left in memory is not contents that nothing excludes: two counters may keep blocks apart.
#include <cuda_runtime.h>

__global__ void fill(int *out, int *next, const int *end, int *bases)
{
	if (threadIdx.x == 0)
		bases[blockIdx.x] = atomicAdd(&next[blockIdx.x], 64);
	__syncthreads();
	while (bases[blockIdx.x] < end[blockIdx.x]) {
		int i = bases[blockIdx.x] + threadIdx.x;
		if (i < end[blockIdx.x])
			out[i] = threadIdx.x; // twin-race: inter-block; twin: out[threadIdx.x] = i;
		__syncthreads();
		if (threadIdx.x == 0)
			bases[blockIdx.x] = atomicAdd(&next[blockIdx.x], 64);
		__syncthreads();
	}
}

void run(int *out, int *next, const int *end, int *bases)
{
	fill<<<16, 64>>>(out, next, end, bases); // launch: undecided; twin-launch: race
}
