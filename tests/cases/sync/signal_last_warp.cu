// The last warp of a block to come adds what the others have left, without a barrier. In the twin it is the last but one.
#include <cuda_runtime.h>

__global__ void sum(const float *in, float *out)
{
	__shared__ float part[32];
	__shared__ int count;
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
	if (threadIdx.x == 0)
		count = 0;
	__syncthreads();
	float value = in[blockIdx.x * blockDim.x + threadIdx.x];
	for (int d = 16; d > 0; d /= 2)
		value += __shfl_down_sync(~0u, value, d);
	if (lane == 0) {
		part[warp] = value; // twin-race: intra-block
		__threadfence_block();
		if (atomicAdd(&count, 1) == warps - 1) { // twin: if (atomicAdd(&count, 1) == warps - 2) {
			__threadfence_block();
			float all = 0;
			for (int i = 0; i < warps; i++)
				all += part[i]; // twin-race: intra-block
			out[blockIdx.x] = all;
		}
	}
}

void run(const float *in, float *out)
{
	sum<<<64, 256>>>(in, out); // launch: race-free; twin-launch: race
}
