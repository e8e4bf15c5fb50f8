// A place that a loop scrambles, which is not followed: where the loop may end before its first round all threads store in one place.
#include <cassert>
#include <cuda_runtime.h>

__global__ void put(int *out, int n)
{
	int at = 0;
	for (int i = 0; i < n; i++)
		at = (at * 31 + threadIdx.x) ^ (at >> 3);
	out[at] = threadIdx.x; // race: inter-block,intra-block,intra-warp
}

int main(int argc, char **argv)
{
	int n = argc - 1;
	int *out;

	assert(n >= 0);
	cudaMalloc(&out, 1 << 20);
	put<<<4, 64>>>(out, n); // launch: race
	return cudaDeviceSynchronize();
}
