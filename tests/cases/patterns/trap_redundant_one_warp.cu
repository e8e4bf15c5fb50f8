// The last steps of a reduction run in one warp, which needs warp barriers only.
#include <cuda_runtime.h>

__global__ void reduce(const int *in, int *out)
{
	__shared__ int s[128];
	int t = threadIdx.x;

	s[t] = in[blockIdx.x * 128 + t];
	__syncthreads();
	if (t >= 32)
		return;
	s[t] += s[t + 32] + s[t + 64] + s[t + 96];
	__syncwarp();
	for (int d = 16; d > 0; d /= 2) {
		if (t < d)
			s[t] += s[t + d]; // twin-race: intra-warp
		__syncwarp(); // twin:
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}

void run(const int *in, int *out, int blocks)
{
	reduce<<<blocks, 128>>>(in, out); // launch: race-free; twin-launch: race
}
