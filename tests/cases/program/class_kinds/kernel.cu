// Whole matrices keep more than parts of them, whose sizes may come from a file: the classes, the host's and the device's, stand in other files.
#include "matrix.h"

__global__ void number(float *data, int rows, int cols, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;

	if (i < cols && j < rows)
		data[j * stride + i] = i; // twin-race: inter-block
}

void launch_number(float *data, int rows, int cols, int stride)
{
	number<<<dim3((cols + 127) / 128, rows), 128>>>(data, rows, cols, stride); // launch: race-free; twin-launch: race
}
