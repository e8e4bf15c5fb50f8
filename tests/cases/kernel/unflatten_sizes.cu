// The same with sizes: unsigned arithmetic of 64 bits on what the host has as int.
#include <cuda_runtime.h>
#include <stdint.h>

__global__ void upsample(const float *in, float *out, uint64_t images, uint64_t rows, uint64_t columns)
{
	auto i = (uint64_t)blockDim.x * blockIdx.x + threadIdx.x;
	if (i >= images * rows * columns)
		return;
	auto column = i % columns, row = i / columns % rows, image = i / (rows * columns);
	out += (image * 2 * rows + 2 * row) * 2 * columns + 2 * column; // twin: 	out += 2 * column;
	for (int y = 0; y < 2; y++)
		for (int x = 0; x < 2; x++)
			out[y * 2 * columns + x] = in[i]; // twin-race: inter-block,intra-block,intra-warp
}

void run(const float *in, float *out, int images, int rows, int columns, int block)
{
	upsample<<<(images * rows * columns + block - 1) / block, block>>>(in, out, images, rows, columns); // launch: race-free; twin-launch: race
}
