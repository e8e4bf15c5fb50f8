// The two arms of a branch are in no order, even where warps run in lock step.
// flags: --arch=sm_60
#include <cuda_runtime.h>

__global__ void exchange(int *data, int *out)
{
	int t = threadIdx.x;
	for (int round = 0; round < 4; round++)
		if (t & 1)
			data[t] = t; // race: intra-warp
		else
			out[t] = data[t + 1]; // race: intra-warp; twin: 		out[t] = data[t];
}

void run(int *data, int *out)
{
	exchange<<<1, 32>>>(data, out); // launch: race; twin-launch: race-free
}
