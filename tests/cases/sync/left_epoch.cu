// The flag's value is the round's number, so that what an earlier round left lets nobody through.
#include <cuda_runtime.h>

__global__ void pass_on(int *data, int *flag, int round, int *out)
{
	if (blockIdx.x == 0) {
		data[0] = round; // twin-race: inter-block
		__threadfence();
		atomicExch(flag, round);
	} else {
		while (atomicAdd(flag, 0) != round)
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
	for (int i = 1; i < argc; i++) {
		int round = i; // twin: int round = argc;
		pass_on<<<8, 1>>>(data, flag, round, out); // launch: race-free; twin-launch: race
	}
	return 0;
}
