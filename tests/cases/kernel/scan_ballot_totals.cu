// Ballots count within warps, one thread adds up the warps' totals and takes places for the block.
#include <cuda_runtime.h>

#define N 256

__global__ void append(const int *in, int *list, int *count, int n)
{
	__shared__ int total[N / 32];
	__shared__ int base;
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, lane = t & 31;
	bool kept = i < n && in[i] > 0;
	unsigned votes = __ballot_sync(0xffffffff, kept);
	int before = __popc(votes & ((1u << lane) - 1));

	if (lane == 0)
		total[t / 32] = __popc(votes);
	__syncthreads();
	if (t == 0) {
		int sum = 0;
		for (int w = 0; w < N / 32; w++) {
			int own = total[w];
			total[w] = sum; // twin-race: intra-block,intra-warp
			sum += own;
		}
		base = atomicAdd(count, sum); // twin-race: intra-block,intra-warp
	}
	__syncthreads(); // twin:
	if (kept)
		list[base + total[t / 32] + before] = in[i]; // twin-race: intra-block,intra-warp
}

void run(const int *in, int *list, int *count, int n)
{
	append<<<(n + N - 1) / N, N>>>(in, list, count, n); // launch: race-free; twin-launch: race
}
