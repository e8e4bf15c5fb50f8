// The same kernel launched twice, once with a row length that suits the block and once without.
#include <cuda_runtime.h>

__global__ void fill(float *out, int pitch)
{
	out[blockIdx.x * pitch + threadIdx.x] = threadIdx.x + blockIdx.x; // race: inter-block
}

void run(float *out, int rows)
{
	fill<<<rows, 64>>>(out, 64); // launch: race-free; twin-launch: race-free
	fill<<<rows, 128>>>(out, 64); // launch: race; twin-launch: race-free; twin: fill<<<rows, 128>>>(out, 128);
}
