// The whole block writes; the ticket must not be drawn before the block's barrier.
#include <cuda_runtime.h>

__device__ unsigned int tickets = 0;

__global__ void gather(const float *in, float *partial, float *out)
{
	__shared__ bool last;
	int t = threadIdx.x;

	partial[blockIdx.x * 128 + t] = in[t] * blockIdx.x; // twin-race: inter-block
	__syncthreads(); // twin:
	if (t == 0) {
		__threadfence();
		unsigned int ticket = atomicInc(&tickets, gridDim.x - 1);

		__threadfence();
		last = ticket == gridDim.x - 1;
	}
	__syncthreads();
	if (last)
		for (unsigned int i = t; i < 128 * gridDim.x; i += 128)
			out[i] = partial[i]; // twin-race: inter-block
}

void run(const float *in, float *partial, float *out, int blocks)
{
	gather<<<blocks, 128>>>(in, partial, out); // launch: race-free; twin-launch: race
}
