// The flag is memory that the caller gave, and that the host can reach: it stores there before each launch.
#include <cuda_runtime.h>

__global__ void pass_on(int *data, volatile int *flag, int *out)
{
	if (blockIdx.x == 0) {
		data[0] = 42; // twin-race: inter-block
		__threadfence();
		*flag = 1;
	} else {
		while (*flag != 1)
			;
		__threadfence();
		out[blockIdx.x] = data[0]; // twin-race: inter-block
	}
}

void run(int *data, int *flag, int *out, int rounds)
{
	for (int i = 0; i < rounds; i++) {
		*flag = 0; // twin: *out = 0;
		pass_on<<<8, 1>>>(data, flag, out); // launch: race-free; twin-launch: race
		cudaDeviceSynchronize();
	}
}
