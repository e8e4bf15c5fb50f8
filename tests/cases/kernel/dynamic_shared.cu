// One dynamic shared array, split into a float part and an int part behind it.
#include <cuda_runtime.h>

__global__ void two_parts(float *out, int n)
{
	extern __shared__ char raw[];
	float *values = (float *)raw;
	int *marks = (int *)(raw + n * sizeof(float)); // twin: int *marks = (int *)(raw + n * sizeof(short));
	int t = threadIdx.x;

	values[t] = t * 0.5f; // twin-race: intra-block,intra-warp
	marks[t] = t; // twin-race: intra-block,intra-warp
	__syncthreads();
	out[blockIdx.x * n + t] = values[n - 1 - t] + marks[n - 1 - t];
}

void run(float *out, int blocks, int n)
{
	two_parts<<<blocks, n, n * (sizeof(float) + sizeof(int))>>>(out, n); // launch: race-free; twin-launch: race
}
