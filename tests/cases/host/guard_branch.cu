// A launch inside a branch, with the condition in two parts; the other branch takes one block.
#include <cuda_runtime.h>

__global__ void scale(float *out, int stride)
{
	out[blockIdx.x * stride + threadIdx.x] = 2.0f * blockIdx.x; // twin-race: inter-block
}

void run(float *out, int rows, int stride, bool wide)
{
	if (wide && stride >= 128) { // twin: if (wide || stride >= 128) {
		scale<<<rows, 128>>>(out, stride); // launch: race-free; twin-launch: race
	} else {
		scale<<<1, 128>>>(out, stride); // launch: race-free; twin-launch: race-free
	}
}
