// A throw is a guard as well.
#include <cuda_runtime.h>
#include <stdexcept>

__global__ void scale(float *out, int stride)
{
	out[blockIdx.x * stride + threadIdx.x] = 2.0f * blockIdx.x; // twin-race: inter-block
}

void run(float *out, int rows, int stride)
{
	if (stride < 128)
		throw std::invalid_argument("stride"); // twin: stride = 64;
	scale<<<rows, 128>>>(out, stride); // launch: race-free; twin-launch: race
}
