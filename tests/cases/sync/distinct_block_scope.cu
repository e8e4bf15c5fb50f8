// Slots from a counter of one block need block scope, from one of the grid device scope.
#include <cuda_runtime.h>

__global__ void compact(const int *in, int *out, int *n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int slot = atomicAdd(n, 1); // twin-race: inter-block; twin: int slot = atomicAdd_block(n, 1);
	out[slot] = in[i];
}

void run(const int *in, int *out, int *n)
{
	compact<<<4, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
