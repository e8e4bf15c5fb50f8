// A range shared out among all threads: thread p of n works on [r * p / n, r * (p + 1) / n).

__global__ void bias(float cell[6][24][24], const float *in)
{
	int pos = blockIdx.x * blockDim.x + threadIdx.x, size = blockDim.x * gridDim.x;
	const int all = 6 * 24 * 24;
	for (int n = all * pos / size; n < all * (pos + 1) / size; n++) // twin: for (int n = 0; n < all * (pos + 1) / size; n++)
		cell[n % 6][n / 6 % 24][n / 6 / 24 % 24] = in[pos] + n; // twin-race: inter-block,intra-block,intra-warp
}

__global__ void step(float *out, int r)
{
	int pos = blockIdx.x * blockDim.x + threadIdx.x, size = blockDim.x * gridDim.x;
	for (int n = r * pos / size; n < r * (pos + 1) / size; n++)
		out[n] = n;
}

__global__ void layers(float *out, int m, int k)
{
	int pos = blockIdx.x * blockDim.x + threadIdx.x, size = blockDim.x * gridDim.x;
	for (int n = m * k * pos / size; n < m * k * (pos + 1) / size; n++)
		out[n] = n;
}

void run(float (*cell)[24][24], float *in, float *out, int m, int k)
{
	bias<<<64, 64>>>(cell, in); // launch: race-free; twin-launch: race
	step<<<64, 64>>>(out, m); // launch: race-free; twin-launch: race-free
	layers<<<64, 64>>>(out, m, k); // launch: race-free; twin-launch: race-free
}
