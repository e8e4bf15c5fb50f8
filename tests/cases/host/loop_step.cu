// Loop bounds with a step: the offset is a multiple of 32 below n, so that the two halves never meet.
#include <cuda_runtime.h>

__global__ void tile(float *out, int offset)
{
	if (offset % 32 == 0)
		out[offset + threadIdx.x] = 1.0f + blockIdx.x * threadIdx.x;
	else
		out[threadIdx.x] = 2.0f + blockIdx.x; // twin-race: inter-block
}

void run(float *out, int n)
{
	for (int offset = 0; offset < n; offset += 32) { // twin: for (int offset = 0; offset < n; offset += 48) {
		int blocks = offset % 32 == 0 ? 1 : 2;

		tile<<<blocks, 32>>>(out, offset); // launch: race-free; twin-launch: race
	}
}
