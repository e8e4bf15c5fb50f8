// A flag whose value does not prove the signal: the writer announces 2, the reader waits for 1.
#include <cuda_runtime.h>

__global__ void pass(int *data, int *flag, int *out)
{
	if (blockIdx.x == 0) {
		atomicExch(flag, 1);
		*data = 42; // twin-race: inter-block
		__threadfence();
		atomicExch(flag, 2);
	} else {
		while (atomicAdd(flag, 0) != 2) // twin: while (atomicAdd(flag, 0) != 1)
			;
		__threadfence();
		out[blockIdx.x] = *data; // twin-race: inter-block
	}
}

void run(int *data, int *flag, int *out)
{
	pass<<<2, 1>>>(data, flag, out); // launch: race-free; twin-launch: race
}
