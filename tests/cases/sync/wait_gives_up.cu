// Who has waited for too long leaves. In the twin it goes on without the flag.
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
	int tries = 0;
	while (atomicAdd(&flag, 0) != 1)
		if (++tries > 1000)
			return; // twin: 		break;
	__threadfence();
	*out = data; // twin-race: inter-block
}

void run(int *out)
{
	hand_over<<<2, 32>>>(out); // launch: race-free; twin-launch: race
}
