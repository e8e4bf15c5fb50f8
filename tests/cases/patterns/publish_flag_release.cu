// A producer block publishes a value through a flag.
#include <cuda_runtime.h>

__global__ void pass(int *data, volatile int *ready, int *out)
{
	if (threadIdx.x != 0)
		return;
	if (blockIdx.x == 0) {
		data[0] = 42; // twin-race: inter-block
		__threadfence(); // twin:
		*ready = 1;
	} else {
		while (*ready == 0)
			;
		__threadfence();
		out[blockIdx.x] = data[0]; // twin-race: inter-block
	}
}

void run(int *data, int *ready, int *out)
{
	pass<<<8, 32>>>(data, ready, out); // launch: race-free; twin-launch: race
}
