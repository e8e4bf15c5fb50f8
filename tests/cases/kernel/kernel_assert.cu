// So is an assert in the kernel: a thread that fails it stops the grid.
#include <cuda_runtime.h>
#include <cassert>

__global__ void fill(float *out, int pitch)
{
	assert(pitch >= 64); // fact: assert; twin:
	out[blockIdx.x * pitch + threadIdx.x] = threadIdx.x + blockIdx.x; // twin-race: inter-block
}

void run(float *out, int rows, int pitch)
{
	fill<<<rows, 64>>>(out, pitch); // launch: race-free; twin-launch: race
}
