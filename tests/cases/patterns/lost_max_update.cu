// A maximum kept by compare and store loses to a later, smaller one.
#include <cuda_runtime.h>

__global__ void top(const int *score, int *best, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		atomicMax(best, score[i]); // twin-race: inter-block,intra-block,intra-warp; twin: 		if (score[i] > *best) *best = score[i];
}

void run(const int *score, int *best, int n)
{
	top<<<(n + 127) / 128, 128>>>(score, best, n); // launch: race-free; twin-launch: race
}
