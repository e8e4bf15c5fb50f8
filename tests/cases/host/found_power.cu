// A block size that a loop looks for, and a pitch of size_t that is kept as int.
#include <cuda_runtime.h>
#include <algorithm>
#include <stdlib.h>

__global__ void filter_rows(float *image, unsigned pitch, unsigned width, unsigned height)
{
	unsigned y = blockIdx.x * blockDim.x + threadIdx.x;

	if (y >= height)
		return;
	float *line = (float *)((char *)image + y * pitch);
	float before = 0;
	unsigned ahead = 12 < width ? 12 : width;
	for (unsigned n = 0; n < ahead; n++)
		before += line[n]; // twin-race: inter-block,intra-block,intra-warp
	for (unsigned n = 0; n < width; n++)
		line[n] = before = 0.5f * before + line[n]; // twin-race: inter-block,intra-block,intra-warp
}

static int divider(int n)
{
	int d = 1;

	if (n == 0)
		return 0;
	while ((n & d) == 0)
		d <<= 1;
	return d;
}

int main(int argc, char **argv)
{
	const int width = atoi(argv[1]), height = atoi(argv[2]);
	const int pitch = width * sizeof(float); // twin: const int pitch = sizeof(float);
	float *image;

	cudaMalloc(&image, height * pitch);
	int block = std::min(divider(height), 64);
	filter_rows<<<(height + block - 1) / block, block>>>(image, pitch, width, height); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
