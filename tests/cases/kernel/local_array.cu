// An array of the thread's own races with nobody; in the twin the block shares it.
#include <cuda_runtime.h>

__global__ void sort4(int *data)
{
	int v[4]; // twin: __shared__ int v[4];
	int base = (blockIdx.x * blockDim.x + threadIdx.x) * 4, least = 0;

	for (int k = 0; k < 4; k++)
		v[k] = data[base + k]; // twin-race: intra-block,intra-warp
	for (int k = 1; k < 4; k++)
		if (v[k] < v[least]) // twin-race: intra-block,intra-warp
			least = k;
	data[base] = least;
}

void run(int *data, int blocks)
{
	sort4<<<blocks, 64>>>(data); // launch: race-free; twin-launch: race
}
