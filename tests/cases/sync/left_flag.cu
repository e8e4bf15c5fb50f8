// A flag is set back before every launch; without that the second launch finds it set, and its readers go on at once.
#include <cuda_runtime.h>

__global__ void pass_on(int *data, volatile int *flag, int *out)
{
	if (blockIdx.x == 0) {
		data[0] = 42; // twin-race: inter-block
		__threadfence();
		*flag = 1;
	} else {
		while (*flag == 0)
			;
		__threadfence();
		out[blockIdx.x] = data[0]; // twin-race: inter-block; twin-cause: left in 'flag' has not been set back
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
		cudaMemset(flag, 0, 4); // twin: cudaMemset(out, 0, 4);
		pass_on<<<8, 1>>>(data, flag, out); // launch: race-free; twin-launch: race
	}
	return 0;
}
