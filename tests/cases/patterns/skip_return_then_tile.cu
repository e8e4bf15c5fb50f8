// Threads without an element must not return before they have helped to fill the tile.
#include <cuda_runtime.h>

__global__ void smooth(const float *in, float *out, int n)
{
	__shared__ float s[258];
	int t = threadIdx.x, i = blockIdx.x * 256 + t;

	s[t + 1] = i < n ? in[i] : 0;
	if (t == 0)
		s[0] = i > 0 ? in[i - 1] : 0;
	if (t == 255)
		s[257] = i + 1 < n ? in[i + 1] : 0;
	__syncthreads(); // twin-finding: barrier-divergence; twin: 	if (i < n) __syncthreads();
	if (i < n)
		out[i] = (s[t] + s[t + 1] + s[t + 2]) / 3;
}

void run(const float *in, float *out, int n)
{
	smooth<<<(n + 255) / 256, 256>>>(in, out, n); // launch: race-free; twin-launch: race-free
}
