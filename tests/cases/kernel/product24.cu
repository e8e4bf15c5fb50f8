// Rows by products of 24 bits: that both factors fit is the assumption that nothing wraps.
__global__ void shade(unsigned *out, unsigned width, unsigned height)
{
	unsigned x = __umul24(blockIdx.x, blockDim.x) + threadIdx.x;
	unsigned y = __umul24(blockIdx.y, blockDim.y) + threadIdx.y;
	if (x < width && y < height) // twin: 	if (x <= width && y < height)
		out[__umul24(y, width) + x] = x; // twin-race: inter-block, intra-block, intra-warp
}

__global__ void tint(int *out, int width, int height)
{
	int x = __mul24(blockIdx.x, blockDim.x) + threadIdx.x;
	int y = __mul24(blockIdx.y, blockDim.y) + threadIdx.y;
	if (x < width && y < height)
		out[__mul24(y, width) + x] = x;
}

void run(unsigned *out, int *image, int width, int height, dim3 grid, dim3 block)
{
	shade<<<grid, block>>>(out, width, height); // launch: race-free; twin-launch: race
	tint<<<grid, block>>>(image, width, height); // launch: race-free; twin-launch: race-free
}
