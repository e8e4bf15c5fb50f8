// Written for one warp a block; wider blocks would race, but nobody launches them.
#include <cuda_runtime.h>

__global__ void warp_rows(const int *in, int *out, int n)
{
	__shared__ int s[32];
	int lane = threadIdx.x & 31;

	for (int r = blockIdx.x; r < n; r += gridDim.x) {
		s[lane] = in[r * 32 + lane]; // twin-race: intra-block
		__syncwarp();
		out[r * 32 + lane] = s[31 - lane]; // twin-race: intra-block
		__syncwarp();
	}
}

void run(const int *in, int *out, int n)
{
	const int threads = 32; // twin: 	const int threads = 64;
	warp_rows<<<128, threads>>>(in, out, n); // launch: race-free; twin-launch: race
}
