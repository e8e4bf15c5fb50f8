// What the host promises the compiler is a fact, as what it asserts is.
// flags: -- -std=c++23
#include <cuda_runtime.h>
#include <utility>

__global__ void fill(float *out, int stride, int width)
{
	for (int x = threadIdx.x; x < width; x += blockDim.x)
		out[blockIdx.x * stride + x] = x + blockIdx.x; // twin-race: inter-block
}

void by_builtin(float *out, int rows, int stride, int width)
{
	__builtin_assume(width > 0);
	__builtin_assume(width <= stride); // fact: assert; twin:
	fill<<<rows, 64>>>(out, stride, width); // launch: race-free; twin-launch: race
}

void by_attribute(float *out, int rows, int stride, int width)
{
	[[assume(rows > 0 && width <= stride)]]; // fact: assert
	fill<<<rows, 64>>>(out, stride, width);	 // launch: race-free; twin-launch: race-free
}

void by_branch(float *out, int rows, int stride, int width)
{
	if (width > stride) // fact: assert
		__builtin_unreachable();
	fill<<<rows, 64>>>(out, stride, width); // launch: race-free; twin-launch: race-free
}

static int at_least(int stride, int width)
{
	if (stride < width) // fact: assert
		std::unreachable();
	return stride;
}

void by_function(float *out, int rows, int stride, int width)
{
	fill<<<rows, 64>>>(out, at_least(stride, width), width); // launch: race-free; twin-launch: race-free
}
