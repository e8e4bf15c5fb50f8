// Three shared buffers that a loop hands on in a circle, as diagonals of an alignment: each round writes one and reads the other two.
#include <cuda_runtime.h>

__global__ void diagonals(const int *match, int *best, int n)
{
	__shared__ int h0[257], h1[257], h2[257];
	int *current = h0, *last = h1, *before = h2;
	int i = threadIdx.x + 1, most = 0;
	h0[i] = h1[i] = h2[i] = 0;
	if (threadIdx.x == 0)
		h0[0] = h1[0] = h2[0] = 0;
	__syncthreads();
	for (int d = 0; d < n; d++) {
		int v = max(0, before[i - 1] + match[d * 256 + i - 1]); // twin-race: intra-block,intra-warp
		v = max(v, max(last[i - 1], last[i]) - 2); // twin-race: intra-block,intra-warp
		current[i] = v; // twin-race: intra-block,intra-warp
		most = max(most, v);
		__syncthreads(); // twin: ;
		int *spare = before;
		before = last;
		last = current;
		current = spare;
	}
	best[blockIdx.x * 256 + threadIdx.x] = most;
}

void run(const int *match, int *best, int n, int pairs)
{
	diagonals<<<pairs, 256>>>(match, best, n); // launch: race-free; twin-launch: race
}
