// __builtin_assume in the kernel is a fact.
#include <cuda_runtime.h>

__global__ void fill(float *out, int pitch)
{
	__builtin_assume(pitch >= 64); // fact: assume; twin:
	out[blockIdx.x * pitch + threadIdx.x] = threadIdx.x + blockIdx.x; // twin-race: inter-block
}

void run(float *out, int rows, int pitch)
{
	fill<<<rows, 64>>>(out, pitch); // launch: race-free; twin-launch: race
}
