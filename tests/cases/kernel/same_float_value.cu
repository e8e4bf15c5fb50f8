// All threads of a row store what they compute from the same words: a warning, also where the value is a floating-point one.
#include <cuda_runtime.h>

__global__ void sums(float *work, const int *start, const float *weight, int n)
{
	for (int row = threadIdx.y + blockIdx.y * blockDim.y; row < n; row += gridDim.y * blockDim.y)
		work[row] = (float)(start[row + 1] - start[row]) * weight[row]; // race(warning): intra-warp; twin-race: intra-warp; twin: 		work[row] = (float)(start[row + threadIdx.x] - start[row]) * weight[row];
}

void run(float *work, const int *start, const float *weight, int n)
{
	sums<<<dim3(1, 64), dim3(16, 4)>>>(work, start, weight, n); // launch: race; twin-launch: race
}
