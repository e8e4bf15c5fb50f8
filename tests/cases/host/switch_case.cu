// The case of a switch in which the launch stands.
#include <cuda_runtime.h>

__global__ void scale(float *out, int stride)
{
	out[blockIdx.x * stride + threadIdx.x] = 2.0f * blockIdx.x; // twin-race: inter-block
}

void run(float *out, int rows, int stride)
{
	switch (stride) {
	case 128: // twin: default:
		scale<<<rows, 128>>>(out, stride); // launch: race-free; twin-launch: race
		break;
	case 64:
		scale<<<rows, 64>>>(out, stride); // launch: race-free; twin-launch: race-free
		break;
	}
}
