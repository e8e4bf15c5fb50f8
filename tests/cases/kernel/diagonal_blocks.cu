// Blocks take tiles along diagonals: the number of a block by the height, and its remainder, turned by each other.
#include <cuda_runtime.h>

#define TILE 16

__global__ void transpose(const float *in, float *out, int width, int height)
{
	__shared__ float tile[TILE][TILE + 1];
	int number = blockIdx.x + gridDim.x * blockIdx.y;
	int row = number % gridDim.y, column = (number / gridDim.y + row) % gridDim.x; // twin: int row = number % gridDim.y, column = (number / gridDim.x + row) % gridDim.x;
	int x = column * TILE + threadIdx.x, y = row * TILE + threadIdx.y;

	tile[threadIdx.y][threadIdx.x] = in[y * width + x];
	__syncthreads();
	x = row * TILE + threadIdx.x;
	y = column * TILE + threadIdx.y;
	out[y * height + x] = tile[threadIdx.x][threadIdx.y]; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int width = TILE * argc, height = TILE * (argc + 1);
	float *in, *out;

	cudaMalloc(&in, sizeof(float) * width * height);
	cudaMalloc(&out, sizeof(float) * width * height);
	transpose<<<dim3(width / TILE, height / TILE), dim3(TILE, TILE)>>>(in, out, width, height); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
