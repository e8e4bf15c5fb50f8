// The flag is a device-scope atomic, but the producer's fence reaches only its own block.
#include <cuda_runtime.h>

__global__ void pass(int *data, int *flag, int *out, int v)
{
	if (threadIdx.x != 0)
		return;
	if (blockIdx.x == 0) {
		data[0] = v; // race: inter-block; cause: scope
		__threadfence_block(); // twin: __threadfence();
		atomicExch(flag, 1);
	} else {
		while (atomicAdd(flag, 0) != 1)
			;
		__threadfence();
		out[blockIdx.x] = data[0]; // race: inter-block
	}
}

void run(int *data, int *out, int v, int blocks)
{
	int *flag;

	cudaMalloc(&flag, sizeof(int));
	cudaMemset(flag, 0, sizeof(int));
	pass<<<blocks, 32>>>(data, flag, out, v); // launch: race; twin-launch: race-free
}
