// Each warp has a slice of dynamic shared memory whose width the host computes.
#include <cuda_runtime.h>

__global__ void rows(const float *in, float *out, int cols)
{
	extern __shared__ float smem[];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	float *row = smem + warp * cols;
	int r = blockIdx.x * (blockDim.x / 32) + warp;

	for (int c = lane; c < cols; c += 32)
		row[c] = in[r * cols + c]; // twin-race: intra-warp
	__syncwarp(); // twin:
	for (int c = lane; c < cols; c += 32)
		out[r * cols + c] = row[cols - 1 - c]; // twin-race: intra-warp
}

void run(const float *in, float *out, int nrows, int cols)
{
	const int warps = 4;
	rows<<<nrows / warps, warps * 32, warps * cols * sizeof(float)>>>(in, out, cols); // launch: race-free; twin-launch: race
}
