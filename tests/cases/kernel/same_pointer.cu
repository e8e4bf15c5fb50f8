// All threads store one pointer: a warning; pointers to each thread's element differ.
#include <cuda_runtime.h>

__global__ void table(int *out)
{
	__shared__ int row[64];
	__shared__ int *first;

	row[threadIdx.x] = threadIdx.x;
	first = row; // race(warning): intra-block, intra-warp; twin-race: intra-block, intra-warp; twin: first = row + threadIdx.x;
	__syncthreads();
	out[threadIdx.x] = row[63 - threadIdx.x];
}

void run(int *out)
{
	table<<<1, 64>>>(out); // launch: race; twin-launch: race
}
