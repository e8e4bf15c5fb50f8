// Two of the matrices that a function is given by pointer may be the same: changing the third between the assert and the launch may change the first.
#include "kernel.h"

__global__ void sum(float *to, const float *from, Dim dim, int to_stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;

	if (i < dim.cols && j < dim.rows)
		to[j * to_stride + i] = from[j * dim.stride + i] + 1; // race: inter-block,intra-block,intra-warp
}

void launch_sum(dim3 grid, dim3 block, float *to, const float *from, Dim dim, int to_stride)
{
	sum<<<grid, block>>>(to, from, dim, to_stride); // launch: race; twin-launch: race-free
}
