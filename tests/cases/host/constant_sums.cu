// Running sums in constant memory: a long table, and a part of a short one.
#include <cuda_runtime.h>
#include <stdlib.h>

__constant__ int start[65];
__constant__ int first[9];

__global__ void groups(float *out)
{
	for (int i = start[blockIdx.x] + threadIdx.x; i < start[blockIdx.x + 1]; i += blockDim.x)
		out[i] = blockIdx.x; // twin-race: inter-block
}

__global__ void parts(float *out)
{
	for (int i = first[blockIdx.x] + threadIdx.x; i < first[blockIdx.x + 1]; i += blockDim.x)
		out[i] = blockIdx.x; // twin-race: inter-block
}

static void sums(int *sum, int n, char **sizes)
{
	sum[0] = 0;
	for (int i = 0; i < n; i++)
		sum[i + 1] = sum[i] + (atoi(sizes[i]) & 63); // twin: sum[i + 1] = sum[0] + (atoi(sizes[i]) & 63);
}

int main(int argc, char **argv)
{
	int n = argc - 1, many[65], few[9];
	float *out;
	if (n < 1 || n > 8)
		return 1;
	cudaMalloc(&out, 64 * 64 * sizeof(*out));
	sums(many, n, argv + 1);
	sums(few, n, argv + 1);
	cudaMemcpyToSymbol(start, many, (n + 1) * sizeof(int));
	cudaMemcpyToSymbol(first, few, (n + 1) * sizeof(int));
	groups<<<n, 64>>>(out); // launch: race-free; twin-launch: race
	parts<<<n, 64>>>(out);	// launch: race-free; twin-launch: race
	return 0;
}
