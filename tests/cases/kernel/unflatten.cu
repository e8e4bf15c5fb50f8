// Indices of a flat thread number, put together with other strides than they were taken apart with.
#include <cuda_runtime.h>

__global__ void upsample(const float *in, float *out, int images, int rows, int columns)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= images * rows * columns)
		return;
	int column = i % columns, row = i / columns % rows, image = i / (rows * columns);
	float *to = out + (image * 2 * rows + 2 * row) * 2 * columns + 2 * column; // twin: 	float *to = out + (image * rows + 2 * row) * 2 * columns + 2 * column;
	for (int y = 0; y < 2; y++)
		for (int x = 0; x < 2; x++)
			to[y * 2 * columns + x] = in[i]; // twin-race: inter-block,intra-block,intra-warp
}

__global__ void permute(const float *in, float *out, int n, int rows, int columns, int depth)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int column = i % columns, row = i / columns % rows, plane = i / columns / rows % depth;
		out[(column * rows + row) * depth + plane] = in[i];
	}
}

void run(const float *in, float *out, int images, int rows, int columns)
{
	if (images <= 0 || rows <= 0 || columns <= 0)
		return;
	int n = images * rows * columns;
	upsample<<<(n + 255) / 256, 256>>>(in, out, images, rows, columns); // launch: race-free; twin-launch: race
	permute<<<(n + 255) / 256, 256>>>(in, out, n, rows, columns, images); // launch: race-free; twin-launch: race-free
}
