// Matrices that a function is given by pointer: between the assert that relates them and the launch stands a call that is given neither.
#include "kernel.h"

__global__ void sum(float *to, const float *from, Dim dim, int to_stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;

	if (i < dim.cols && j < dim.rows)
		to[j * to_stride + i] = from[j * dim.stride + i] + 1; // twin-race: inter-block,intra-block,intra-warp
}

void launch_sum(dim3 grid, dim3 block, float *to, const float *from, Dim dim, int to_stride)
{
	sum<<<grid, block>>>(to, from, dim, to_stride); // launch: race-free; twin-launch: race
}
