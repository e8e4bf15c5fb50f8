// Guards that leave the function dominate the launch.
#include <cuda_runtime.h>

__global__ void scale(float *out, int stride)
{
	out[blockIdx.x * stride + threadIdx.x] = 2.0f * blockIdx.x; // twin-race: inter-block
}

int run(float *out, int rows, int stride)
{
	if (rows <= 0)
		return 0;
	if (stride < 128) // fact: guard; twin: if (stride < 1)
		return -1;
	scale<<<rows, 128>>>(out, stride); // launch: race-free; twin-launch: race
	return 1;
}
