// A block-scope lock serves the threads of one block; the twin lets all blocks share it.
#include <cuda_runtime.h>

__global__ void add(int *totals, int *locks, const int *in)
{
	int k = blockIdx.x; // twin: int k = 0;

	for (bool done = false; !done;)
		if (atomicCAS_block(&locks[k], 0, 1) == 0) { // twin-race: inter-block; twin-cause: scope
			__threadfence_block();
			totals[k] += in[blockIdx.x * blockDim.x + threadIdx.x]; // twin-race: inter-block; twin-cause: scope
			__threadfence_block();
			atomicExch_block(&locks[k], 0); // twin-race: inter-block; twin-cause: scope
			done = true;
		}
}

void run(int *totals, int *locks, const int *in, int blocks)
{
	add<<<blocks, 64>>>(totals, locks, in); // launch: race-free; twin-launch: race
}
