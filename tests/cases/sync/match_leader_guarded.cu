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

void run(const unsigned char *keys, int *out, int n)
{
	histogram<<<80, 128>>>(keys, out, n); // launch: race-free; twin-launch: race
}
