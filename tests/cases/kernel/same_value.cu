// All threads that store to the flag store the same value: a warning; in the twin the values differ.
#include <cuda_runtime.h>

__global__ void any(const int *in, int *done, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n && in[i] > 9)
		*done = 1; // race(warning): inter-block,intra-block,intra-warp; twin-race: inter-block,intra-block,intra-warp; twin: *done = i;
}

__device__ unsigned short to_half(float value)
{
	unsigned short bits;
	asm("{  cvt.rn.f16.f32 %0, %1;}\n" : "=h"(bits) : "f"(value));
	return bits;
}

/* What inline PTX makes of a constant is one value, of floats that differ perhaps not. */
__global__ void halves(unsigned short *one, unsigned short *own)
{
	*one = to_half(1.0f); // race(warning): inter-block,intra-block,intra-warp; twin-race(warning): inter-block,intra-block,intra-warp
	*own = to_half(threadIdx.x); // race: inter-block,intra-block,intra-warp; twin-race: inter-block,intra-block,intra-warp
}

void run(const int *in, int *done, int n, unsigned short *one, unsigned short *own)
{
	halves<<<2, 64>>>(one, own); // launch: race; twin-launch: race
	any<<<(n + 63) / 64, 64>>>(in, done, n); // launch: race; twin-launch: race
}
