// A block normalises several rows, with no barrier at the end of a row: the first one of the next row stands between.
#include <cuda_runtime.h>

__device__ __forceinline__ float warp_sum(float v)
{
	for (int o = 16; o > 0; o >>= 1)
		v += __shfl_xor_sync(0xffffffffu, v, o);
	return v;
}

__global__ void layernorm(const float *x, float *y, int rows, int cols)
{
	__shared__ float part[32];
	__shared__ float mean;
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

	for (int row = blockIdx.x; row < rows; row += gridDim.x) {
		float s = 0;
		for (int c = threadIdx.x; c < cols; c += blockDim.x)
			s += x[row * cols + c];
		s = warp_sum(s);
		if (lane == 0)
			part[warp] = s; // twin-race: intra-block
		__syncthreads(); // twin:
		if (warp == 0) {
			s = lane < blockDim.x / 32 ? part[lane] : 0; // twin-race: intra-block
			s = warp_sum(s);
			if (lane == 0)
				mean = s / cols; // twin-race: intra-block,intra-warp
		}
		__syncthreads();
		for (int c = threadIdx.x; c < cols; c += blockDim.x)
			y[row * cols + c] = x[row * cols + c] - mean; // twin-race: intra-block,intra-warp
	}
}

void normalise(const float *x, float *y, int rows, int cols)
{
	layernorm<<<128, 256>>>(x, y, rows, cols); // launch: race-free; twin-launch: race
}
