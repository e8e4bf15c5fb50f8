// A pointer walks through the array in steps of the whole grid.
#include <cuda_runtime.h>

__global__ void clear(float *data, int n, float v)
{
	int first = blockIdx.x * blockDim.x + threadIdx.x;
	int stride = gridDim.x * blockDim.x; // twin: int stride = gridDim.x;

	for (float *p = data + first; p < data + n; p += stride)
		*p = v + first; // twin-race: inter-block,intra-block,intra-warp
}

void run(float *data, int n, float v)
{
	clear<<<16, 128>>>(data, n, v); // launch: race-free; twin-launch: race
}
