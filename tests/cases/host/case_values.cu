// In a case of a switch the exponent is known, and with it all that the host computes from it: the
// rows of a block that is 1 << k wide.
#include <cassert>

__global__ void scale(float *out, const float *in, int count, int width)
{
	int row = (blockDim.y * blockIdx.x + threadIdx.y) * 2;
	int rows = count - row < 2 ? count - row : 2;
	out += row * width + threadIdx.x;
	in += row * width + threadIdx.x;
	for (int i = 0; i < rows; i++)
		if (threadIdx.x < width) // twin: 		if (threadIdx.x <= width)
			out[i * width] = threadIdx.x + in[i * width]; // twin-race: inter-block, intra-block, intra-warp
}

static int log2_ceil(int value)
{
	int result = 0;
	while ((1 << result) < value)
		result++;
	return result;
}

void run(float *out, const float *in, int length, int width)
{
	assert(width >= 0 && width <= 1024);
	if (width == 0)
		return;
	int exponent = log2_ceil(width);
	int next = 1 << exponent, warp = next < 32 ? next : 32, warps = 128 / warp;
	int rows = warps * (next <= 128 ? 2 : 1);
	assert(length % rows == 0);
	dim3 threads(warp, warps);
	switch (exponent) { // fact: guard
	case 4:
		scale<<<length / rows, threads>>>(out, in, length, width); // launch: race-free; twin-launch: race
		break;
	}
}
