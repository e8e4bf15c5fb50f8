// A level's width is a power of two that the host makes by way of floats; rows are as far apart as a shift says.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdlib>

__global__ void fill(float *y, int stride, int rows, int columns)
{
	int r = blockIdx.y, c = blockIdx.x * blockDim.x + threadIdx.x;

	if (r < rows && c < columns)
		y[r * stride + c] = r * 3 + c; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int level = atoi(argv[1]);
	if (level < 0 || level > 10)
		return 1;
	int columns = (int)std::pow(2.0, level); // twin: 	int columns = (int)std::pow(2.0, level + 1);
	float *y;

	cudaMalloc(&y, sizeof(*y) << 20);
	fill<<<dim3((columns + 127) / 128, 10), 128>>>(y, 1 << level, 10, columns); // launch: race-free; twin-launch: race
	return 0;
}
