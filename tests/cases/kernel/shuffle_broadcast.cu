// Lane 0 hands its ticket to the warp: all lanes of a warp store the same number, other warps store another one.
#include <cuda_runtime.h>

__global__ void root(int *counter, int *first, int *last)
{
	int t = threadIdx.x, ticket = 0;

	if (t % 32 == 0)
		ticket = atomicAdd(counter, 1);
	ticket = __shfl_sync(0xffffffff, ticket, 0); // twin: ticket = __shfl_up_sync(0xffffffff, ticket, 1);
	first[t / 32] = ticket; // race(warning): intra-warp; twin-race: intra-warp
	*last = ticket; // race: intra-block; race(warning): intra-warp; twin-race: intra-block,intra-warp
}

void run(int *counter, int *first, int *last)
{
	root<<<1, 128>>>(counter, first, last); // launch: race; twin-launch: race
}
