// Gradient of a bias: one thread for each column sums its rows, so that plain additions are right.
#include <cuda_runtime.h>

__global__ void bias_grad(const float *dy, float *db, int rows, int cols)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;

	if (c >= cols)
		return;
	for (int r = 0; r < rows; r++)
		db[c] += dy[r * cols + c]; // twin-race: inter-block
}

void backward(const float *dy, float *db, int rows, int cols)
{
	dim3 grid((cols + 127) / 128, 1); // twin: 	dim3 grid((cols + 127) / 128, 4);
	bias_grad<<<grid, 128>>>(dy, db, rows, cols); // launch: race-free; twin-launch: race
}
