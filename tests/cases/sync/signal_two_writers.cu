// Two blocks write and signal through one flag; who waits for it may have seen the other's signal.
#include <cuda_runtime.h>

__global__ void pass(int *data, int *flag, int *out)
{
	int b = blockIdx.x;
	if (b < 2) {
		data[b] = 42; // twin-race: inter-block
		__threadfence();
		atomicExch(&flag[b], 1); // twin: atomicExch(&flag[0], 1);
	} else {
		while (atomicAdd(&flag[0], 0) != 1)
			;
		__threadfence();
		out[b] = data[0]; // twin-race: inter-block
	}
}

void run(int *data, int *flag, int *out)
{
	pass<<<3, 1>>>(data, flag, out); // launch: race-free; twin-launch: race
}
