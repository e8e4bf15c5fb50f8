// A volatile flag with fences on both sides; the flag itself is synchronization, not a race.
#include <cuda_runtime.h>

__global__ void pass(int *data, volatile int *flag, int *out, int v)
{
	if (threadIdx.x != 0)
		return;
	if (blockIdx.x == 0) {
		data[0] = v; // twin-race: inter-block
		__threadfence();
		*flag = 1;
	} else {
		while (*flag == 0) ; // twin:
		__threadfence();
		out[blockIdx.x] = data[0]; // twin-race: inter-block
	}
}

void run(int *data, int *out, int v, int blocks)
{
	int *flag;

	cudaMalloc(&flag, sizeof(int));
	cudaMemset(flag, 0, sizeof(int));
	pass<<<blocks, 32>>>(data, flag, out, v); // launch: race-free; twin-launch: race
}
