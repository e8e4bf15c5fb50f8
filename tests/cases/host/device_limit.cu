// A block has at most 1024 threads, whatever the host asks for.
#include <cuda_runtime.h>

__global__ void fill(float *out, int pitch)
{
	out[blockIdx.x * pitch + threadIdx.x] = threadIdx.x + blockIdx.x; // twin-race: inter-block
}

void run(float *out, int rows, int threads)
{
	int pitch = 1024; // twin: int pitch = 1023;

	fill<<<rows, threads>>>(out, pitch); // launch: race-free; twin-launch: race
}
