// Three buffers in turn of which one is lost: from the second round on the one that is written is also read.
#include <cuda_runtime.h>

__global__ void rounds(int *best, int n)
{
	__shared__ int h0[257], h1[257], h2[257];
	int *current = h0, *last = h1, *before = h2;
	int i = threadIdx.x + 1, most = 0;
	h0[i] = h1[i] = h2[i] = 0;
	if (threadIdx.x == 0)
		h0[0] = h1[0] = h2[0] = 0;
	__syncthreads();
	for (int d = 0; d < n; d++) {
		int v = before[i - 1]; // race: intra-block,intra-warp
		current[i] = v + d; // race: intra-block,intra-warp
		most = max(most, v);
		__syncthreads();
		before = last;
		last = current;
		current = before;
	}
	best[blockIdx.x * 256 + threadIdx.x] = most;
}

void run(int *best, int n, int blocks)
{
	rounds<<<blocks, 256>>>(best, n); // launch: race
}
