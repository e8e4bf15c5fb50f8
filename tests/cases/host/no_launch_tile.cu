// No launch in sight: all threads index the tile, so the block is no larger than its rows.
__global__ void transpose(const float *in, float *out, int width) // kernel: race-free; twin-kernel: race
{
	__shared__ float tile[16][17];
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	tile[threadIdx.y][threadIdx.x] = in[y * width + x]; // twin-race: intra-block
	__syncthreads(); // twin: __syncwarp();
	float v = tile[threadIdx.x][threadIdx.y]; // twin-race: intra-block
	if (v > 0 && x < width)
		out[y * width + x] = v;
}
