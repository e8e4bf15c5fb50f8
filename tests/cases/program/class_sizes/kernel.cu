// The launch, the functions that set the sizes and a caller of a constructor stand in three files.
#include "matrix.h"

__global__ void number(float *data, Sizes sizes)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;

	if (i < sizes.cols && j < sizes.rows)
		data[j * sizes.stride + i] = i; // twin-race: inter-block,intra-block,intra-warp
}

void launch_number(float *data, Sizes sizes)
{
	number<<<dim3((sizes.cols + 15) / 16, (sizes.rows + 15) / 16), dim3(16, 16)>>>(data, sizes); // launch: race-free; twin-launch: race
}
