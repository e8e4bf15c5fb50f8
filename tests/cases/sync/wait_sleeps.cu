// The loop sleeps unless it saw the flag, in a variable of its own. The twin goes on unless it saw the flag.
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
	bool ready = false;
	while (!ready) {
		int v = *(volatile int *)&flag;
		if (v == 1) // twin: 	if (v != 1)
			ready = true;
		else
			__nanosleep(100);
	}
	__threadfence();
	*out = data; // twin-race: inter-block
}

void run(int *out)
{
	hand_over<<<2, 32>>>(out); // launch: race-free; twin-launch: race
}
