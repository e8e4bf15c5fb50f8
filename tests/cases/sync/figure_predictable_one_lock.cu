// PreDataR's class: a flag without a fence makes the racy order unlikely, and only one side holds the lock.
#include <cuda_runtime.h>

__device__ int busy, flag;

__device__ void enter()
{
	while (atomicCAS(&busy, 0, 1) != 0)
		;
	__threadfence();
}

__device__ void leave()
{
	__threadfence();
	atomicExch(&busy, 0);
}

__global__ void count(int *data)
{
	if (threadIdx.x != 0)
		return;
	if (blockIdx.x == 0) {
		enter();
		data[0] = 1; // twin-race: inter-block
		leave();
	} else {
		while (atomicAdd(&flag, 0) == 0 && clock() % 1024)
			;
		enter(); // twin:
		data[0] = 2; // twin-race: inter-block
		leave();
	}
}

void run(int *data)
{
	count<<<2, 32>>>(data); // launch: race-free; twin-launch: race
}
