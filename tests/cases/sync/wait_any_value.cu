// The wait begins with a value that is not the awaited one; the twin begins with that.
#include <cuda_runtime.h>

__device__ int flag;
__device__ int data;

__global__ void hand_over(int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		data = 7; // twin-race: inter-block
		__threadfence();
		atomicExch(&flag, 1);
		return;
	}
	int v = -1; // twin: int v = 1;
	while (v != 1)
		v = *(volatile int *)&flag;
	__threadfence();
	*out = data; // twin-race: inter-block
}

void run(int *out)
{
	hand_over<<<2, 32>>>(out); // launch: race-free; twin-launch: race
}
