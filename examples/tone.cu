// Scales an image. The rows are `width` pixels apart, the grid is made from another number: with more
// threads in a row than pixels, the end of one row is the start of the next one.
#include <cuda_runtime.h>

__global__ void scale(float *image, int width, float by)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	image[y * width + x] *= by;
}

void run(float *image, int width, int height, int columns)
{
	dim3 block(16, 16);
	dim3 grid(columns / 16, height / 16);
	scale<<<grid, block>>>(image, width, 0.5f);
}
