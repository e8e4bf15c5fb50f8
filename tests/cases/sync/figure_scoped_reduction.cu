// ScoRD, figure 4: flags between the warps of a block; the fence may be of block scope, but must be there.
#include <cuda_runtime.h>

__global__ void reduce(volatile int *data, int *flag, int *out)
{
	int t = threadIdx.x;
	if (t >= 32) {
		data[t] = t * 3; // twin-race: intra-block; twin-cause: fence missing
		__threadfence_block(); // twin:
		atomicExch_block(&flag[t], 1);
	} else {
		while (atomicAdd_block(&flag[t + 32], 0) != 1)
			;
		__threadfence_block();
		out[t] = data[t + 32]; // twin-race: intra-block
	}
}

void run(int *data, int *flag, int *out)
{
	reduce<<<1, 64>>>(data, flag, out); // launch: race-free; twin-launch: race
}
