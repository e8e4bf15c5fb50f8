// Memory from device-side malloc belongs to the thread that asked for it.
#include <cuda_runtime.h>

__global__ void scratch(int *out, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	int *own = (int *)malloc(n * sizeof(int)); // twin: int *own = out;

	for (int i = 0; i < n; i++)
		own[i] = t + i; // twin-race: inter-block,intra-block,intra-warp
	free(own);
}

void run(int *out, int n, int blocks)
{
	scratch<<<blocks, 64>>>(out, n); // launch: race-free; twin-launch: race
}
