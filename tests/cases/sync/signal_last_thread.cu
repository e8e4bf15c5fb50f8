// The last thread of a block tells another one, whose last thread waits. The twin does not wait for the other warps.
#include <cuda_runtime.h>

__device__ int ready;

__global__ void pass(int *data, int *out)
{
	int last = blockDim.x - 1;
	if (blockIdx.x == 0) {
		data[threadIdx.x] = threadIdx.x; // twin-race: inter-block
		__syncthreads(); // twin: __syncwarp();
		if (threadIdx.x == last) {
			__threadfence();
			atomicExch(&ready, 1);
		}
	} else {
		if (threadIdx.x == last) {
			while (atomicAdd(&ready, 0) == 0)
				;
			__threadfence();
		}
		__syncthreads();
		out[blockIdx.x * blockDim.x + threadIdx.x] = data[last - threadIdx.x]; // twin-race: inter-block
	}
}

void run(int *data, int *out)
{
	pass<<<60, 256>>>(data, out); // launch: race-free; twin-launch: race
}
