// The count is never set back, but each launch waits for a greater one; in the twin all wait for the same.
#include <cuda_runtime.h>

__global__ void exchange(int *data, unsigned int *count, unsigned int goal, int *out)
{
	data[blockIdx.x] = blockIdx.x; // twin-race: inter-block
	__threadfence();
	atomicAdd(count, 1);
	while (atomicAdd(count, 0) < goal)
		;
	__threadfence();
	if (goal >= gridDim.x)
		out[blockIdx.x] = data[(blockIdx.x + 1) % gridDim.x]; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int *data, *out;
	unsigned int *count;
	cudaMalloc(&data, 4 * 8);
	cudaMalloc(&out, 4 * 8);
	cudaMalloc(&count, 4);
	cudaMemset(count, 0, 4);
	for (int i = 0; i < argc; i++) {
		unsigned int goal = 8 * (i + 1); // twin: unsigned int goal = 8;
		exchange<<<8, 1>>>(data, count, goal, out); // launch: race-free; twin-launch: race
	}
	return 0;
}
