// Who finds the count complete sums up. The host sets it back; in the twin every block of the second launch finds it so.
#include <cuda_runtime.h>

__global__ void sum(int *part, unsigned int *count, int *out)
{
	part[blockIdx.x] = blockIdx.x; // twin-race: inter-block
	__threadfence();
	unsigned int found = atomicAdd(count, 1);
	if (found + 1 >= gridDim.x) {
		__threadfence();
		int total = 0;
		for (unsigned int i = 0; i < gridDim.x; i++)
			total += part[i]; // twin-race: inter-block
		atomicExch(out, total);
	}
}

int main(int argc, char **argv)
{
	int *part, *out;
	unsigned int *count;
	cudaMalloc(&part, 4 * 8);
	cudaMalloc(&out, 8);
	cudaMalloc(&count, 4);
	cudaMemset(count, 0, 4);
	for (int i = 0; i < argc; i++) {
		sum<<<8, 1>>>(part, count, out); // launch: race-free; twin-launch: race
		cudaMemset(count, 0, 4); // twin: cudaMemset(out, 0, 4);
	}
	return 0;
}
