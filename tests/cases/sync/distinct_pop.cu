// Slots of a stack: pushes alone give each thread its own; with pops in the same kernel a slot comes again.
#include <cuda_runtime.h>

__global__ void push(int *stack, int *top, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		int slot = atomicAdd(top, 1);
		stack[slot] = i; // twin-race: inter-block, intra-block, intra-warp
		atomicMax(top + 1, slot); // twin: atomicSub(top, 1);
	}
}

void run(int *stack, int *top, int n)
{
	push<<<(n + 127) / 128, 128>>>(stack, top, n); // launch: race-free; twin-launch: race
}
