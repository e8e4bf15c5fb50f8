// A warp's number in the grid, and its elements of a tile: the block's part of the quotient is whole.
#include <cuda_runtime.h>

__global__ void tiles(float *out, int width, int height)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 16;
	int column = (blockIdx.y * blockDim.y + threadIdx.y) * 16; // twin: 	int column = (blockIdx.y * blockDim.y + threadIdx.y) * 8;
	unsigned lane = (threadIdx.x + threadIdx.y * blockDim.x) % 32;

	if (row >= height || column >= width)
		return;
	for (unsigned k = 0; k < 8; k++) {
		unsigned e = 32 * k + lane;
		out[(row + e / 16) * width + column + e % 16] = k; // twin-race: inter-block,intra-block
	}
}

int main()
{
	const int width = 4096, height = 4096;
	float *out;

	cudaMalloc(&out, width * height * sizeof(float));
	tiles<<<dim3(64, 64), dim3(128, 4)>>>(out, width, height); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
