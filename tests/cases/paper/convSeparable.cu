// Row pass of a separable convolution: grid, width and pitch all come from the image width.
#include <cuda_runtime.h>
#include <cassert>
#include <cstdlib>

#define RADIUS 8
#define DIM_X 16
#define DIM_Y 4
#define STEPS 8
#define HALO 1

__constant__ float c_kernel[2 * RADIUS + 1];

__global__ void rows(float *dst, const float *src, int width, int height, int pitch)
{
	__shared__ float tile[DIM_Y][(STEPS + 2 * HALO) * DIM_X];
	const int x = (blockIdx.x * STEPS - HALO) * DIM_X + threadIdx.x;
	const int y = blockIdx.y * DIM_Y + threadIdx.y;

	src += y * pitch + x;
	dst += y * pitch + x;
	for (int i = HALO; i < HALO + STEPS; i++)
		tile[threadIdx.y][threadIdx.x + i * DIM_X] = src[i * DIM_X];
	for (int i = 0; i < HALO; i++)
		tile[threadIdx.y][threadIdx.x + i * DIM_X] = x >= -i * DIM_X ? src[i * DIM_X] : 0;
	for (int i = HALO + STEPS; i < HALO + STEPS + HALO; i++)
		tile[threadIdx.y][threadIdx.x + i * DIM_X] = width - x > i * DIM_X ? src[i * DIM_X] : 0;
	__syncthreads();
	for (int i = HALO; i < HALO + STEPS; i++) {
		float sum = 0;

		for (int j = -RADIUS; j <= RADIUS; j++)
			sum += c_kernel[RADIUS - j] * tile[threadIdx.y][threadIdx.x + i * DIM_X + j];
		dst[i * DIM_X] = sum; // twin-race: inter-block,intra-block,intra-warp
	}
}

int main(int argc, char **argv)
{
	int width = atoi(argv[1]), height = atoi(argv[2]);
	int pitch = width; // twin: int pitch = atoi(argv[3]);
	float *src, *dst;

	cudaMalloc(&src, width * height * sizeof(float));
	cudaMalloc(&dst, width * height * sizeof(float));
	assert(DIM_X * HALO >= RADIUS);
	assert(width % (STEPS * DIM_X) == 0);
	assert(height % DIM_Y == 0);
	dim3 blocks(width / (STEPS * DIM_X), height / DIM_Y);
	dim3 threads(DIM_X, DIM_Y);

	rows<<<blocks, threads>>>(dst, src, width, height, pitch); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
