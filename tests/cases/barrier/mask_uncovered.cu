// Lanes 16 to 31 reach a warp barrier whose mask does not name them.
#include <cuda_runtime.h>

__global__ void half(int *data)
{
	__shared__ int s[32];
	int t = threadIdx.x;

	if (t < 16)
		s[t] = data[t];
	__syncwarp(0x0000ffff); // finding: barrier-mask; twin: __syncwarp(0xffffffff);
	if (t < 16)
		data[t] = s[15 - t];
}

void run(int *data)
{
	half<<<1, 32>>>(data); // launch: race-free; twin-launch: race-free
}
