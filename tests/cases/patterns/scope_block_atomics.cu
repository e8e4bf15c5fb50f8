// Counters of several blocks need device scope.
#include <cuda_runtime.h>

__global__ void sizes(const int *label, int *size, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		atomicAdd(&size[label[i]], 1); // twin-race: inter-block; twin: 		atomicAdd_block(&size[label[i]], 1);
}

void run(const int *label, int *size, int n)
{
	sizes<<<(n + 255) / 256, 256>>>(label, size, n); // launch: race-free; twin-launch: race
}
