// Keys of many rounds are counted by the first lanes of those with one key; in the twin no round waits for the one before.
#include <cuda_runtime.h>

__global__ void histogram(const unsigned *keys, int *out, int n)
{
	__shared__ int bins[256];
	int lane = threadIdx.x;

	for (int i = lane; i < 256; i += 32)
		bins[i] = 0;
	__syncwarp();
	for (int i = 0; i < n; i += 32) {
		unsigned key = keys[i + lane] >> 24;
		unsigned peers = __match_any_sync(0xffffffff, key);
		if (lane == __ffs(peers) - 1)
			bins[key] += __popc(peers); // twin-race: intra-warp
		__syncwarp(); // twin:
	}
	__syncwarp();
	for (int i = lane; i < 256; i += 32)
		out[i] = bins[i];
}

void run(const unsigned *keys, int *out, int n)
{
	histogram<<<1, 32>>>(keys, out, n); // launch: race-free; twin-launch: race
}
