// Producer and consumer blocks: write, fence, flag; spin on the flag, fence, read.
#include <cuda_runtime.h>

__global__ void pass(int *data, int *flag, int *out, int v)
{
	if (threadIdx.x != 0)
		return;
	if (blockIdx.x == 0) {
		data[0] = v; // twin-race: inter-block; twin-cause: fence
		__threadfence(); // twin:
		atomicExch(flag, 1);
	} else {
		while (atomicAdd(flag, 0) != 1)
			;
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
