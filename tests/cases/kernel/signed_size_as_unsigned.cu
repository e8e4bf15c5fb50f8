// A signed width that an unsigned column is compared with: a negative one would wrap, which is assumed not to happen.
#include <cuda_runtime.h>

__global__ void sums(float *out, const float *in, int width, int height)
{
	unsigned x = blockIdx.x * blockDim.x + threadIdx.x;

	if (x >= width) // twin: if (width >= 0 && (int)x >= width)
		return;
	in += x;
	out += x;
	float sum = 0;
	for (int y = 0; y < height; y++) {
		sum += *in;
		*out = sum; // twin-race: intra-block, intra-warp
		in += width;
		out += width;
	}
}

void run(float *out, const float *in, int width, int height, int threads)
{
	sums<<<width / threads + 1, threads>>>(out, in, width, height); // launch: race-free; twin-launch: race
}
