// A counter read again after the atomic, instead of the value that the atomic returned.
#include <cuda_runtime.h>

__global__ void take(int *count, int *out, int limit)
{
	int mine = atomicAdd(count, 1); // race: inter-block,intra-block,intra-warp
	int seen = *count; // race: inter-block,intra-block,intra-warp; twin: int seen = mine + 1;

	if (seen <= limit)
		out[blockIdx.x * blockDim.x + threadIdx.x] = mine;
}

void run(int *count, int *out, int blocks, int limit)
{
	take<<<blocks, 64>>>(count, out, limit); // launch: race; twin-launch: race-free
}
