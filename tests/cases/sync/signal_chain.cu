// Two hops: block 0 signals block 1, which signals block 2; the middle one must wait before it signals.
#include <cuda_runtime.h>

__global__ void relay(int *data, int *flag, int *out)
{
	if (blockIdx.x == 0) {
		*data = 42; // twin-race: inter-block
		__threadfence();
		atomicExch(&flag[0], 1);
	} else if (blockIdx.x == 1) {
		while (atomicAdd(&flag[0], 0) != 1) // twin: while (atomicAdd(&flag[2], 0) != 1)
			;
		__threadfence();
		atomicExch(&flag[1], 1);
	} else {
		while (atomicAdd(&flag[1], 0) != 1)
			;
		__threadfence();
		*out = *data; // twin-race: inter-block
	}
}

void run(int *data, int *flag, int *out)
{
	relay<<<3, 1>>>(data, flag, out); // launch: race-free; twin-launch: race
}
