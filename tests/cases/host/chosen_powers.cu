// The rows of a table of all signed sums of eight numbers, each by as many threads as the block has for it: the first power of two
// that a thread adds at is chosen by their number, and holds for that one alone.
__global__ void signed_sums(const float *input, float *output)
{
	__shared__ float sums[4][256];
	int share = blockDim.x / 4, y = threadIdx.x / share, x = threadIdx.x % share;
	int s = share == 1 ? 0 : share == 2 ? 1 : share == 4 ? 2 : share == 8 ? 3 : share == 16 ? 4 : share == 32 ? 5 : share == 64 ? 6 : 8; // twin: 	int s = share == 1 ? 0 : share == 2 ? 1 : share == 4 ? 2 : share == 8 ? 3 : share == 16 ? 4 : share == 32 ? 4 : share == 64 ? 6 : 8;
	sums[y][x] = 1; // twin-race: intra-warp
	for (; s < 8; s++)
		for (int i = 1 << s; i < 1 << (s + 1); i += share)
			sums[y][i + x] = sums[y][i + x - (1 << s)] + input[s]; // twin-race: intra-warp
	__syncthreads();
	output[blockIdx.x * blockDim.x + threadIdx.x] = sums[y][x];
}

void sum(const float *input, float *output, int n, int threads)
{
	signed_sums<<<n, threads>>>(input, output); // launch: race-free; twin-launch: race
}
