// Tickets of a block of at least the last warp's: as many are drawn as there are warps; in the twin two warps are let in.
#include <cuda_runtime.h>

__global__ void sum(const float *in, float *out)
{
	__shared__ unsigned tickets;
	__shared__ float part[8];
	int warp = threadIdx.x / 32;

	if (threadIdx.x == 0)
		tickets = 0;
	__syncthreads();
	if (threadIdx.x % 32 == 0) {
		part[warp] = in[blockIdx.x * 8 + warp]; // twin-race: intra-block
		__threadfence_block();
		if (atomicAdd(&tickets, 1) >= blockDim.x / 32 - 1) { // twin: if (atomicAdd(&tickets, 1) >= blockDim.x / 32 - 2) {
			__threadfence_block();
			out[blockIdx.x] = part[0] + part[7]; // twin-race: intra-block
		}
	}
}

void run(const float *in, float *out)
{
	sum<<<64, 256>>>(in, out); // launch: race-free; twin-launch: race
}
