// A thread that sets a flag at first has to be there: in the twin the block has no such thread.
#include <cuda_runtime.h>

__global__ void pass(const int *in, int *out)
{
	__shared__ int data[32];
	__shared__ volatile int ready;
	if (threadIdx.x == blockDim.x - 1) // twin: 	if (threadIdx.x == blockDim.x)
		ready = 0;
	__syncthreads();
	if (threadIdx.x < 32) {
		data[threadIdx.x] = in[threadIdx.x]; // twin-race: intra-block
		__syncwarp();
		__threadfence_block();
		if (threadIdx.x == 0)
			ready = 1;
	} else if (threadIdx.x < 64) {
		while (ready != 1)
			;
		__threadfence_block();
		out[blockIdx.x * 32 + threadIdx.x - 32] = data[threadIdx.x - 32]; // twin-race: intra-block
	}
}

void run(const int *in, int *out)
{
	pass<<<4, 64>>>(in, out); // launch: race-free; twin-launch: race
}
