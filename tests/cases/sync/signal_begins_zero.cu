// The host sets the flag to zero: nothing has to be assumed of it. A value that no wait goes on with does as well,
// one that it goes on with does not (in the twin).
#include <cuda_runtime.h>

__global__ void pass(volatile int *flag, int *data, int *out)
{
	if (threadIdx.x != 0)
		return;
	if (blockIdx.x == 0) {
		*data = 1; // twin-race: inter-block
		__threadfence();
		*flag = 0;
	} else {
		while (*flag != 0)
			;
		__threadfence();
		out[blockIdx.x] = *data; // twin-race: inter-block
	}
}

void run(int *data, int *out, int blocks)
{
	int *flag;

	cudaMalloc(&flag, sizeof(int));
	cudaMemset(flag, 255, sizeof(int)); // twin: cudaMemset(flag, 0, sizeof(int));
	pass<<<blocks, 32>>>(flag, data, out); // launch: race-free; assumes: !unset-flags; twin-launch: race
}
