// The repaired upper.cu: the assert is the fact that the proof needs (see --explain).
#include <cassert>
#include <cuda_runtime.h>

__global__ void mirror(float *matrix, int rows, int columns)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	int r = blockIdx.y * blockDim.y + threadIdx.y;

	if (r < rows && c < rows && r > c)
		matrix[r * columns + c] = matrix[c * columns + r];
}

void run(float *matrix, int rows, int columns)
{
	assert(rows == columns);
	dim3 block(16, 16);
	dim3 grid((rows + 15) / 16, (rows + 15) / 16);
	mirror<<<grid, block>>>(matrix, rows, columns);
}
