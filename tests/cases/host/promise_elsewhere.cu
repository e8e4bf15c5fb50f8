// A promise holds where it is made: on one way of two it says nothing of the other.
#include <cuda_runtime.h>

__global__ void fill(float *out, int stride, int width)
{
	for (int x = threadIdx.x; x < width; x += blockDim.x)
		out[blockIdx.x * stride + x] = x + blockIdx.x; // race: inter-block
}

void run(float *out, int rows, int stride, int width)
{
	if (rows > 1000) // twin: if (rows > 0)
		__builtin_assume(width <= stride);
	fill<<<rows, 64>>>(out, stride, width); // launch: race; twin-launch: race-free
}
