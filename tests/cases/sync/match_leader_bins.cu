// A warp's own bins without atomics: the first lane of those with one key adds for all; in the twin the first two do.
#include <cuda_runtime.h>

__global__ void histogram(const unsigned *keys, int *out)
{
	__shared__ int bins[4][256];
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

	for (int i = lane; i < 256; i += 32)
		bins[warp][i] = 0;
	__syncwarp();
	unsigned key = keys[blockIdx.x * blockDim.x + threadIdx.x] >> 24;
	unsigned peers = __match_any_sync(0xffffffff, key);
	unsigned before = __popc(peers & ((1u << lane) - 1));
	if (before == 0) // twin: if (before <= 1)
		bins[warp][key] += __popc(peers); // twin-race: intra-warp
	__syncthreads();
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		atomicAdd(&out[i], bins[0][i] + bins[1][i] + bins[2][i] + bins[3][i]);
}

void run(const unsigned *keys, int *out)
{
	histogram<<<64, 128>>>(keys, out); // launch: race-free; twin-launch: race
}
