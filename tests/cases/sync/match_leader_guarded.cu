// The first lanes of those with one key count for all, lanes beyond the end being left out; in the twin those beyond it count as well.
#include <cuda_runtime.h>

__global__ void histogram(const unsigned char *keys, int *out, int n)
{
	__shared__ int bins[4][64];
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

	for (int i = lane; i < 64; i += 32)
		bins[warp][i] = 0;
	__syncwarp();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i - lane < n; i += gridDim.x * blockDim.x) {
		bool there = i < n;
		int key = there ? keys[i] & 63 : 64;
		unsigned peers = __match_any_sync(0xffffffff, key);
		if (lane == __ffs(peers) - 1 && there) // twin: if (lane == __ffs(peers) - 1 || there)
			bins[warp][key & 63] += __popc(peers); // twin-race: intra-warp
		__syncwarp();
	}
	__syncthreads();
	for (int i = threadIdx.x; i < 64; i += blockDim.x)
		atomicAdd(&out[i], bins[0][i] + bins[1][i] + bins[2][i] + bins[3][i]);
}

// Of two lanes with one key both count.
__global__ void pairs(const unsigned char *keys, int *out)
{
	__shared__ int bins[64];
	int lane = threadIdx.x, key = keys[blockIdx.x * 32 + lane] & 63;

	bins[lane] = bins[lane + 32] = 0;
	__syncwarp();
	unsigned peers = __match_any_sync(0xffffffff, key);
	if (lane == __ffs(peers) - 1 || __popc(peers) == 2)
		bins[key] += __popc(peers); // race: intra-warp; twin-race: intra-warp
	__syncwarp();
	atomicAdd(&out[lane], bins[lane] + bins[lane + 32]);
}

void run(const unsigned char *keys, int *out, int n)
{
	histogram<<<80, 128>>>(keys, out, n); // launch: race-free; twin-launch: race
	pairs<<<80, 32>>>(keys, out); // launch: race; twin-launch: race
}
