// The lanes within bounds match, named by a ballot of the whole warp, and the first one of those with one key counts for all; in the twin
// each lane names those that it finds beside it, and two groups of a warp may each have a first lane for one key.
#include <cuda_runtime.h>

__global__ void parts(const unsigned *keys, int n, unsigned *bins)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned there = __ballot_sync(~0u, i < n);
	if (i >= n)
		return;
	unsigned key = keys[i] & 255;
	unsigned peers = __match_any_sync(there, key); // twin: 	unsigned peers = __match_any_sync(__activemask(), key);
	if ((threadIdx.x & 31) == __ffs(peers) - 1)
		bins[(blockIdx.x * 8 + (threadIdx.x >> 5)) * 256 + key] += __popc(peers); // twin-race: intra-warp
}

// Each half of a warp matches for itself.
__global__ void halves(const unsigned *keys, unsigned *bins)
{
	int lane = threadIdx.x, key = keys[blockIdx.x * 32 + lane] & 255;
	unsigned peers = __match_any_sync(lane < 16 ? 0xffffu : 0xffff0000u, key);
	if (lane == __ffs(peers) - 1)
		bins[blockIdx.x * 256 + key] += __popc(peers); // race: intra-warp; twin-race: intra-warp
}

// The lanes of one block are named once, and match in rounds with nothing between two of them.
__global__ void rounds(const unsigned *keys, int n, unsigned *bins)
{
	int lane = threadIdx.x;
	unsigned there = __ballot_sync(~0u, lane < n);
	if (lane >= n)
		return;
	for (int r = 0; r < 4; r++) {
		unsigned key = keys[r * 32 + lane] & 255;
		unsigned peers = __match_any_sync(there, key);
		if (lane == __ffs(peers) - 1)
			bins[blockIdx.x * 256 + key] += __popc(peers); // race: intra-warp; twin-race: intra-warp
	}
}

// Likewise, a warp barrier ends each.
__global__ void ended(const unsigned *keys, int n, unsigned *bins)
{
	int lane = threadIdx.x;
	unsigned there = __ballot_sync(~0u, lane < n);
	if (lane >= n)
		return;
	for (int r = 0; r < 4; r++) {
		unsigned key = keys[r * 32 + lane] & 255;
		unsigned peers = __match_any_sync(there, key);
		if (lane == __ffs(peers) - 1)
			bins[blockIdx.x * 256 + key] += __popc(peers);
		__syncwarp(there);
	}
}

void run(const unsigned *keys, int n, unsigned *bins)
{
	parts<<<n / 256 + 1, 256>>>(keys, n, bins); // launch: race-free; twin-launch: race
	halves<<<4, 32>>>(keys, bins); // launch: race; twin-launch: race
	rounds<<<4, 32>>>(keys, n, bins); // launch: race; twin-launch: race
	ended<<<4, 32>>>(keys, n, bins); // launch: race-free; twin-launch: race-free
}
