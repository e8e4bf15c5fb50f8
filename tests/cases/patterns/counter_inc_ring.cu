// A ring buffer: atomicInc wraps at its bound, which must be the size less one.
#include <cuda_runtime.h>

__global__ void record(const int *in, int *ring, unsigned *head)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned at = atomicInc(head, 0xffffffffu); // twin: 	unsigned at = atomicInc(head, 63u);

	ring[at] = in[i]; // twin-race: inter-block,intra-block,intra-warp
}

void run(const int *in, int *ring, unsigned *head)
{
	record<<<4, 64>>>(in, ring, head); // launch: race-free; twin-launch: race
}
