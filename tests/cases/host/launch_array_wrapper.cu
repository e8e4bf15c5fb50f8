// A wrapper that launches through an array of arguments is copied into its callers: one launch, not dead copies besides.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void halve(float *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] = data[i] / 2; // twin-race: intra-warp; twin: data[i] = data[i ^ 1] / 2;
}

void call_halve(int n, int threads, int blocks, float *data)
{
	void *args[] = {(void *)&data, (void *)&n};
	dim3 grid(blocks, 1, 1), block(threads, 1, 1);
	cudaLaunchCooperativeKernel((void *)halve, grid, block, args, 0, NULL); // launch: race-free; twin-launch: race
}

float benchmark(int n, int rounds, float *data)
{
	for (int i = 0; i < rounds; i++)
		call_halve(n, 128, (n + 127) / 128, data);
	return 1.0f;
}

bool run(int n)
{
	float *data;
	cudaMalloc(&data, n * sizeof(float));
	return benchmark(n, 100, data) > 0;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
	if (n < 1)
		exit(1);
	printf("%d\n", run(n));
}
