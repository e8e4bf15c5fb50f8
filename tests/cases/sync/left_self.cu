// The reader takes the flag back itself, so that each launch finds it as the first one did.
#include <cuda_runtime.h>

__global__ void pass_on(int *data, int *flag, int *out)
{
	if (blockIdx.x == 0) {
		data[0] = 42; // twin-race: inter-block
		__threadfence();
		atomicExch(flag, 1);
	} else if (blockIdx.x == 1) {
		while (atomicCAS(flag, 1, 0) != 1) // twin: while (atomicCAS(flag, 1, 1) != 1)
			;
		__threadfence();
		out[0] = data[0]; // twin-race: inter-block
	}
}

int main(int argc, char **argv)
{
	int *data, *flag, *out;
	cudaMalloc(&data, 4);
	cudaMalloc(&flag, 4);
	cudaMalloc(&out, 4);
	cudaMemset(flag, 0, 4);
	for (int i = 0; i < argc; i++)
		pass_on<<<8, 1>>>(data, flag, out); // launch: race-free; twin-launch: race
	return 0;
}
