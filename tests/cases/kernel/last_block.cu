// The block that draws the last ticket reads what all blocks wrote: fence before the ticket, fence after it.
#include <cuda_runtime.h>

__device__ unsigned int tickets = 0;

__global__ void sum(const float *in, float *partial, float *out)
{
	__shared__ bool last;

	if (threadIdx.x == 0) {
		partial[blockIdx.x] = in[blockIdx.x] * 2; // twin-race: inter-block
		__threadfence(); // twin:
		unsigned int ticket = atomicInc(&tickets, gridDim.x - 1);

		__threadfence();
		last = ticket == gridDim.x - 1;
	}
	__syncthreads();
	if (last) {
		float v = 0;

		for (unsigned int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
			v += partial[i]; // twin-race: inter-block
		out[threadIdx.x] = v;
	}
}

void run(const float *in, float *partial, float *out, int blocks)
{
	sum<<<blocks, 128>>>(in, partial, out); // launch: race-free; twin-launch: race
}
