// A convolution without padding: the output's rows and planes have lengths that are differences plus one.

#define TILE 16

__global__ void conv(const float *in, float *out, int n, int k, int w, int h, int m)
{
	int h_out = h - k + 1, w_out = w - k + 1;
	int across = (w_out + TILE - 1) / TILE;
	int row = blockIdx.z / across * TILE + threadIdx.y;
	int col = blockIdx.z % across * TILE + threadIdx.x;
	if (row < h_out && col < w_out) { // twin: if (row < h_out && col <= w_out) {
		int plane = blockIdx.x * m + blockIdx.y;
		out[(plane * h_out + row) * w_out + col] = in[(plane * h + row) * w + col] + row; // twin-race: inter-block,intra-block,intra-warp
	}
}

void run(const float *in, float *out, int n, int k, int w, int h, int m)
{
	int across = (w - k + 1 + TILE - 1) / TILE, down = (h - k + 1 + TILE - 1) / TILE;
	dim3 grid(n, m, across * down), block(TILE, TILE);
	conv<<<grid, block>>>(in, out, n, k, w, h, m); // launch: race-free; twin-launch: race
}
