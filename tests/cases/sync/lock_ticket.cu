// A ticket lock: draw a number, wait until it is served, serve the next.
#include <cuda_runtime.h>

__global__ void add(unsigned int *next, unsigned int *serving, int *total)
{
	unsigned int mine = atomicAdd(next, 1u);
	while (atomicAdd(serving, 0u) != mine)
		;
	__threadfence();
	*total += 1; // twin-race: inter-block
	__threadfence(); // twin:
	atomicAdd(serving, 1u);
}

void run(unsigned int *next, unsigned int *serving, int *total)
{
	add<<<16, 1>>>(next, serving, total); // launch: race-free; twin-launch: race
}
