// The same tail with reads and writes kept apart by warp barriers.
#include <cuda_runtime.h>

template <unsigned BLOCK>
__global__ void reduce(const float *in, float *out, unsigned n)
{
	extern __shared__ float s[];
	unsigned t = threadIdx.x, i = blockIdx.x * BLOCK * 2 + t;
	float v = 0;

	for (; i < n; i += BLOCK * 2 * gridDim.x)
		v += in[i] + (i + BLOCK < n ? in[i + BLOCK] : 0);
	s[t] = v;
	__syncthreads();
	if (BLOCK >= 256) {
		if (t < 128)
			s[t] = v = v + s[t + 128];
		__syncthreads();
	}
	if (BLOCK >= 128) {
		if (t < 64)
			s[t] = v = v + s[t + 64];
		__syncthreads();
	}
	if (t < 32) {
		v += s[t + 32];
		__syncwarp();
		for (unsigned d = 16; d > 0; d >>= 1) {
			s[t] = v; // twin-race: intra-warp
			__syncwarp(); // twin:
			v += s[t + d]; // twin-race: intra-warp
			__syncwarp();
		}
	}
	if (t == 0)
		out[blockIdx.x] = v;
}

void run(const float *in, float *out, unsigned n)
{
	reduce<256><<<64, 256, 256 * sizeof(float)>>>(in, out, n); // launch: race-free; twin-launch: race
}
