// The last warp of a reduction over a volatile pointer, in lock step only before sm_70.
// flags: --arch=sm_60
// twin-flags: --arch=sm_75
#include <cuda_runtime.h>

template <unsigned SIZE>
__device__ void last_warp(volatile int *s, unsigned t)
{
	if (SIZE >= 64) s[t] += s[t + 32]; // twin-race: intra-warp
	if (SIZE >= 32) s[t] += s[t + 16]; // twin-race: intra-warp
	if (SIZE >= 16) s[t] += s[t + 8]; // twin-race: intra-warp
	if (SIZE >= 8) s[t] += s[t + 4]; // twin-race: intra-warp
	if (SIZE >= 4) s[t] += s[t + 2]; // twin-race: intra-warp
	if (SIZE >= 2) s[t] += s[t + 1]; // twin-race: intra-warp
}

template <unsigned SIZE>
__global__ void reduce(const int *in, int *out)
{
	__shared__ int s[SIZE];
	unsigned t = threadIdx.x;
	s[t] = in[blockIdx.x * SIZE + t];
	__syncthreads();
	for (unsigned h = SIZE / 2; h > 32; h /= 2) {
		if (t < h)
			s[t] += s[t + h];
		__syncthreads();
	}
	if (t < 32)
		last_warp<SIZE>(s, t);
	if (t == 0)
		out[blockIdx.x] = s[0];
}

void run(const int *in, int *out)
{
	reduce<256><<<64, 256>>>(in, out); // launch: race-free; twin-launch: race
}
