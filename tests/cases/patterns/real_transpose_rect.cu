// Transposition of any matrix through a padded tile.
#include <cuda_runtime.h>

template <typename T>
__global__ void transpose(T *out, const T *in, int rows, int cols)
{
	__shared__ T tile[32][33];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;

	for (int j = 0; j < 32; j += 8)
		if (x < cols && y + j < rows)
			tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * cols + x]; // twin-race: intra-block,intra-warp
	__syncthreads(); // twin:
	x = blockIdx.y * 32 + threadIdx.x;
	y = blockIdx.x * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		if (x < rows && y + j < cols)
			out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j]; // twin-race: intra-block,intra-warp
}

void run(float *out, const float *in, int rows, int cols)
{
	if (rows <= 0 || cols <= 0)
		return;
	transpose<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 8)>>>(out, in, rows, cols); // launch: race-free; twin-launch: race
}
