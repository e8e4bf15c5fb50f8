// A grid barrier written by hand, and behind it a value that threads of a block take for one. In the twin the barrier counts one
// block less than there are, so that the value may change while they read it.
#include <cuda_runtime.h>

__device__ unsigned arrived;
__device__ volatile unsigned generation;

__device__ void all_blocks(unsigned blocks)
{
	__syncthreads();
	if (threadIdx.x == 0) {
		unsigned before = generation;
		__threadfence();
		if (atomicAdd(&arrived, 1) == blocks - 1) {
			arrived = 0;
			__threadfence();
			generation = before + 1;
		} else {
			while (generation == before)
				;
		}
		__threadfence();
	}
	__syncthreads();
}

__global__ void settle(int *state, int *out, unsigned blocks)
{
	__shared__ int cell;
	if (threadIdx.x == 0 && blockIdx.x == 0)
		atomicExch(state, 1);
	all_blocks(blocks);
	int now = *(volatile int *)state;
	if (now == 0) {
		if (threadIdx.x == 0)
			cell = 1;
	} else {
		if (threadIdx.x == 32)
			out[blockIdx.x] = cell;
	}
}

void run(int *state, int *out, int n)
{
	settle<<<n, 64>>>(state, out, n); // launch: race-free; twin-launch: undecided; twin: settle<<<n, 64>>>(state, out, n - 1);
}
