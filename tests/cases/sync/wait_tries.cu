// A number of tries, and a variable that says whether one was lucky. The twin does not look at it.
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
	bool seen = false;
	for (int tries = 0; tries < 1000; tries++) {
		if (atomicAdd(&flag, 0) == 1) {
			seen = true;
			break;
		}
		__nanosleep(20);
	}
	if (!seen) // twin: if (!seen && threadIdx.x)
		return;
	__threadfence();
	*out = data; // twin-race: inter-block
}

void run(int *out)
{
	hand_over<<<2, 32>>>(out); // launch: race-free; twin-launch: race
}
