// A pitch in words, given in 32 bits, holds a row of as many words as were asked for: rows by blockIdx.x, and 32 rows of a thread.
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void project(float *out, unsigned pitch, unsigned first, unsigned end, unsigned width)
{
	int row = first + blockIdx.x * 16 + threadIdx.y;
	int column = blockIdx.y * 32 + threadIdx.x;
	if (row >= end || column >= width)
		return;
	out[row * pitch + column] += 1; // twin-race: inter-block, intra-block
}

__global__ void scale(float *out, unsigned pitch, unsigned width, unsigned height)
{
	unsigned x = blockIdx.x * 16 + threadIdx.x;
	unsigned y = (blockIdx.y * 16 + threadIdx.y) * 32;
	unsigned place = y * pitch + x;
	if (x >= width)
		return;
	for (unsigned i = 0; i < 32 && y < height; i++, y++, place += pitch)
		out[place] *= 2; // twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	unsigned width = atoi(argv[1]), height = atoi(argv[2]), first = atoi(argv[3]);
	if (width < 1 || width > 16384 || height < 1 || height > 16384 || first >= height)
		return 1;
	float *out;
	size_t bytes;
	if (cudaMallocPitch((void **)&out, &bytes, width * sizeof(float), height) != cudaSuccess)
		return 1;
	unsigned pitch = bytes / sizeof(float); // twin: unsigned pitch = bytes / sizeof(double);
	dim3 strips((height - first + 15) / 16, (width + 31) / 32), tiles((width + 15) / 16, (height + 511) / 512);
	project<<<strips, dim3(32, 16)>>>(out, pitch, first, height, width); // launch: race-free; twin-launch: race
	scale<<<tiles, dim3(16, 16)>>>(out, pitch, width, height); // launch: race-free; twin-launch: race
}
