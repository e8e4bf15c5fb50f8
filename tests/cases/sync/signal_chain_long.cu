// Four blocks in a line, each of which waits for the one before by a flag of its own: the last one reads what the first has written.
#include <cuda_runtime.h>

__global__ void line(int *flags, int *data, int *out)
{
	if (blockIdx.x == 0) {
		*data = 5; // twin-race: inter-block
		__threadfence();
		atomicExch(&flags[0], 1);
	} else if (blockIdx.x == 1) {
		while (atomicAdd(&flags[0], 0) == 0)
			;
		__threadfence();
		atomicExch(&flags[1], 1);
	} else if (blockIdx.x == 2) {
		while (atomicAdd(&flags[1], 0) == 0)
			;
		__threadfence(); // twin:
		atomicExch(&flags[2], 1);
	} else if (blockIdx.x == 3) {
		while (atomicAdd(&flags[2], 0) == 0)
			;
		__threadfence();
		*out = *data; // twin-race: inter-block
	}
}

int main()
{
	int *flags, *data, *out;
	cudaMalloc(&flags, 12);
	cudaMemset(flags, 0, 12);
	cudaMalloc(&data, 4);
	cudaMalloc(&out, 4);
	line<<<4, 1>>>(flags, data, out); // launch: race-free; twin-launch: race
	return 0;
}
