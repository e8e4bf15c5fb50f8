// An index over all but the last column and row: quotient and remainder by a sum, placed in full rows.

__global__ void columns(float *out, const float *in, size_t n, size_t rows, size_t cols)
{
	size_t step = blockDim.x * gridDim.x;
	for (size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x; id < n; id += step) {
		size_t at = id % (rows * (cols - 1)) + id / (rows * (cols - 1)) * (rows * cols); // twin: size_t at = id % (rows * (cols - 1));
		out[at] = in[at + rows] - in[at]; // twin-race(warning): inter-block, intra-block, intra-warp
	}
}

__global__ void down(float *out, const float *in, int n, int rows)
{
	int id = blockIdx.x * blockDim.x + threadIdx.x;
	if (id >= n)
		return;
	int at = id % (rows - 1) + id / (rows - 1) * rows;
	out[at] = in[at + 1] - in[at];
}

void run(float *out, float *in, size_t rows, size_t cols, int layers)
{
	float *d_out, *d_in;
	size_t n = rows * cols * layers * sizeof(float);
	cudaMalloc(&d_out, n);
	cudaMalloc(&d_in, n);
	columns<<<64, 256>>>(d_out, d_in, n, rows, cols); // launch: race-free; twin-launch: race
	if (rows > 1)
		down<<<n / 256 + 1, 256>>>(d_out, d_in, n, (int)rows); // launch: race-free; twin-launch: race-free
}
