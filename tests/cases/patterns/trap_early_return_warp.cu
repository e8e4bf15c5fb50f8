// Whole warps return before the barrier; those that stay use what they wrote themselves.
#include <cuda_runtime.h>

__global__ void tail(const int *in, int *out, int n)
{
	__shared__ int s[256];
	int t = threadIdx.x, i = blockIdx.x * 256 + t;

	if (i - (t & 31) >= n)
		return;
	s[t] = i < n ? in[i] : 0; // twin-race: intra-warp
	__syncwarp(); // twin:
	if (i < n)
		out[i] = s[t ^ 1]; // twin-race: intra-warp
}

void run(const int *in, int *out, int n)
{
	tail<<<(n + 255) / 256, 256>>>(in, out, n); // launch: race-free; twin-launch: race
}
