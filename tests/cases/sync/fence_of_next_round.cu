// A flag is set in the round of its data, with a fence between; in the twin the fence is that of the next round.
#include <cuda_runtime.h>

__device__ volatile int done[8];

__global__ void pass(volatile int *more, int *data, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		for (int k = 0;; k++) {
			__threadfence();
			if (k == 8 || !more[k])
				break;
			data[k] = k; // twin-race: inter-block
			__threadfence(); // twin:
			done[k] = 1;
		}
	} else if (blockIdx.x <= 8) {
		int k = blockIdx.x - 1;
		while (!done[k])
			;
		__threadfence();
		out[k] = data[k]; // twin-race: inter-block
	}
}

void run(int *more, int *data, int *out)
{
	pass<<<9, 32>>>(more, data, out); // launch: race-free; twin-launch: race
}
