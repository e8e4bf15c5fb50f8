// Lock-step warps meet again after each branch: a scan in steps needs no barrier before sm_70.
// flags: --arch=sm_60
// twin-flags: --arch=sm_70
#include <cuda_runtime.h>

__global__ void scan(int *data)
{
	int t = threadIdx.x, lane = t & 31;

	if (lane >= 1)
		data[t] = data[t - 1] + data[t]; // twin-race: intra-warp
	if (lane >= 2)
		data[t] = data[t - 2] + data[t]; // twin-race: intra-warp
}

void run(int *data)
{
	scan<<<1, 512>>>(data); // launch: race-free; twin-launch: race
}
