// An assert on two parameters.
#include <cuda_runtime.h>
#include <cassert>

__global__ void fill(float *out, int stride, int width)
{
	int x = threadIdx.x;

	if (x < width)
		out[blockIdx.x * stride + x] = x + blockIdx.x; // twin-race: inter-block
}

void run(float *out, int rows, int stride, int width)
{
	assert(width <= stride); // fact: assert; twin:
	fill<<<rows, 256>>>(out, stride, width); // launch: race-free; twin-launch: race
}
