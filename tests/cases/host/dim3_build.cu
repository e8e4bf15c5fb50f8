// dim3 built in parts: constructor, copy, then single members assigned.
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void fill(float *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (y < height)
		out[y * width + x] = x - y; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int width = atoi(argv[1]), height = atoi(argv[2]);
	float *out;

	if (width < 64)
		return 1;
	cudaMalloc(&out, width * height * sizeof(float));
	dim3 block(32);
	dim3 grid = block;
	block.y = 8;
	grid.x = width / block.x; // twin: grid.x = width / block.x + 1;
	grid.y = (height + block.y - 1) / block.y;

	fill<<<grid, block>>>(out, width, height); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
