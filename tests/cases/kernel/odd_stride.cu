// A large odd factor that is a stride: the remainder by it is the place in the row.
#include <cuda_runtime.h>

__global__ void fill(float *out)
{
	unsigned i = blockIdx.x * 100003u + threadIdx.x;
	out[blockIdx.x * 1024 + i % 100003u] = threadIdx.x; // twin-race: inter-block; twin: out[blockIdx.x * 1023 + i % 100003u] = threadIdx.x;
}

void run(float *out, int blocks)
{
	fill<<<blocks, 1024>>>(out); // launch: race-free; twin-launch: race
}
