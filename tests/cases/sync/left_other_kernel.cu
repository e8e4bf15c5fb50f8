// A kernel between sets the flag back; in the twin it is given another array.
#include <cuda_runtime.h>

__global__ void clear(int *flag)
{
	*flag = 0;
}

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

int main(int argc, char **argv)
{
	int *data, *flag, *out;
	cudaMalloc(&data, 4);
	cudaMalloc(&flag, 4);
	cudaMalloc(&out, 4 * 8);
	cudaMemset(flag, 0, 4);
	for (int i = 0; i < argc; i++) {
		pass_on<<<8, 1>>>(data, flag, out); // launch: race-free; twin-launch: race
		int *old = flag; // twin: int *old = out;
		clear<<<1, 1>>>(old); // launch: race-free; twin-launch: race-free
	}
	return 0;
}
