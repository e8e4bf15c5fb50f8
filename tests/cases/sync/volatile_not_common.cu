// What another block sets at any time is read by each thread for itself; in the twin by one for all.
#include <cuda_runtime.h>

__global__ void settle(int *state, int *out)
{
	__shared__ int seen, cell;
	if (threadIdx.x == 0 && blockIdx.x == 0)
		atomicExch(state, 1);
	if (threadIdx.x == 0)
		seen = atomicAdd(state, 0);
	__syncthreads();
	int now = *(volatile int *)state; // twin: int now = seen;
	if (now == 0) {
		if (threadIdx.x == 0)
			cell = 1; // race: intra-block
	} else {
		if (threadIdx.x == 32)
			out[blockIdx.x] = cell; // race: intra-block
	}
}

void run(int *state, int *out, int n)
{
	settle<<<n, 64>>>(state, out); // launch: race; twin-launch: race-free
}
