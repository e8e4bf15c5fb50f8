// The same for whole blocks: the block barrier before the signal and after the wait carries the order to all threads.
#include <cuda_runtime.h>

__global__ void pass(int *data, int *flag, int *out, const int *in)
{
	int t = threadIdx.x;

	if (blockIdx.x == 0) {
		data[t] = in[t]; // twin-race: inter-block
		__syncthreads(); // twin:
		if (t == 0) {
			__threadfence();
			atomicExch(flag, 1);
		}
	} else {
		if (t == 0) {
			while (atomicAdd(flag, 0) != 1)
				;
			__threadfence();
		}
		__syncthreads();
		out[blockIdx.x * 128 + t] = data[127 - t]; // twin-race: inter-block
	}
}

void run(int *data, int *out, const int *in, int blocks)
{
	int *flag;

	cudaMalloc(&flag, sizeof(int));
	cudaMemset(flag, 0, sizeof(int));
	pass<<<blocks, 128>>>(data, flag, out, in); // launch: race-free; twin-launch: race
}
