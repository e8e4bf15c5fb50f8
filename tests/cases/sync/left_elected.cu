// Who draws 0 passes data on, once and for all: in later launches nobody does. In the twin block 0 does so in each.
#include <cuda_runtime.h>

__global__ void once(int *data, unsigned int *drawn, int *flag, int *out)
{
	bool first = atomicAdd(drawn, 1) == 0; // twin: bool first = blockIdx.x == 0;
	if (first) {
		data[0] = 42; // twin-race: inter-block
		__threadfence();
		atomicExch(flag, 1);
	} else {
		while (atomicAdd(flag, 0) == 0)
			;
		__threadfence();
		out[blockIdx.x] = data[0]; // twin-race: inter-block
	}
}

int main(int argc, char **argv)
{
	int *data, *flag, *out;
	unsigned int *drawn;
	cudaMalloc(&data, 4);
	cudaMalloc(&drawn, 4);
	cudaMalloc(&flag, 4);
	cudaMalloc(&out, 4 * 8);
	cudaMemset(drawn, 0, 4);
	cudaMemset(flag, 0, 4);
	for (int i = 0; i < argc; i++)
		once<<<8, 1>>>(data, drawn, flag, out); // launch: race-free; twin-launch: race
	return 0;
}
