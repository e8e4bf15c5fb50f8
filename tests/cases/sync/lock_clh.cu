// A CLH queue lock: each waits in the node of the one before; in the twin the node may be seen in line before it is closed.
#include <cuda_runtime.h>

__device__ int tail;
__device__ volatile int locked[1025];

__global__ void count(int *total)
{
	if (threadIdx.x)
		return;
	int me = blockIdx.x + 1;
	locked[me] = 1;
	__threadfence(); // twin:
	int pred = atomicExch(&tail, me);
	while (locked[pred])
		;
	__threadfence();
	total[0] += 1; // twin-race: inter-block
	__threadfence();
	locked[me] = 0;
}

int main(void)
{
	int *total;
	cudaMalloc(&total, sizeof(int));
	count<<<1024, 64>>>(total); // launch: race-free; twin-launch: race
	return 0;
}
