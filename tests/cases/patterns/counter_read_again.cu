// The place in a queue is what atomicAdd returned, not what the counter says afterwards.
#include <cuda_runtime.h>

__global__ void push(const int *in, int *queue, int *tail, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n && in[i] > 0) {
		int at = atomicAdd(tail, 1); // twin-race: inter-block,intra-block,intra-warp; twin: 		atomicAdd(tail, 1); int at = *tail - 1;
		queue[at] = i; // twin-race: inter-block,intra-block,intra-warp
	}
}

void run(const int *in, int *queue, int *tail, int n)
{
	push<<<(n + 255) / 256, 256>>>(in, queue, tail, n); // launch: race-free; twin-launch: race
}
