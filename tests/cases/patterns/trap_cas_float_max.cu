// A maximum of floats by compare-and-swap: the plain load only gives the first guess.
#include <cuda_runtime.h>

__device__ void atomic_max(float *address, float value)
{
	int *bits = (int *)address;
	int old = *bits, assumed; // twin-race: inter-block,intra-block,intra-warp

	do {
		assumed = old;
		if (__int_as_float(assumed) >= value)
			break;
		old = atomicCAS(bits, assumed, __float_as_int(value)); // twin-race: inter-block,intra-block,intra-warp; twin: 		*bits = __float_as_int(value);
	} while (assumed != old);
}

__global__ void maximum(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		atomic_max(out, in[i]);
}

void run(const float *in, float *out, int n)
{
	maximum<<<(n + 255) / 256, 256>>>(in, out, n); // launch: race-free; twin-launch: race
}
