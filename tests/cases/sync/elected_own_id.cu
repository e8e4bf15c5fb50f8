// Who finds the word at 0 writes a number of its own there. In the twin thread 0 writes 0 again, and lets one more in.
#include <cuda_runtime.h>

__global__ void elect(int *word, int *first)
{
	int me = blockIdx.x * blockDim.x + threadIdx.x;

	if (atomicCAS(word, 0, me + 1) == 0) // twin: if (atomicCAS(word, 0, me) == 0)
		*first += me; // twin-race: inter-block, intra-block, intra-warp
}

void run(int *word, int *first, int n)
{
	elect<<<n, 128>>>(word, first); // launch: race-free; twin-launch: race
}
