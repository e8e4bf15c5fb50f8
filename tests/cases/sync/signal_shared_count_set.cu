// A counter in shared memory counts from 0 only where somebody has set it so: in the twin not in every block.
#include <cuda_runtime.h>

__global__ void sums(const int *in, int *out)
{
	__shared__ int data[64], count;
	if (threadIdx.x == 0) // twin: 	if (threadIdx.x == 0 && blockIdx.x > 0)
		count = 0;
	__syncthreads();
	data[threadIdx.x] = in[threadIdx.x]; // twin-race: intra-block, intra-warp
	__threadfence_block();
	if (atomicAdd(&count, 1) == 63) {
		__threadfence_block();
		int sum = 0;
		for (int i = 0; i < 64; i++)
			sum += data[i]; // twin-race: intra-block, intra-warp
		out[blockIdx.x] = sum;
	}
}

void run(const int *in, int *out)
{
	sums<<<4, 64>>>(in, out); // launch: race-free; twin-launch: race
}
