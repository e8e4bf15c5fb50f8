// Packed upper triangle, rows of a square matrix that get shorter: row i begins at n * i - i * (i + 1) / 2.
#include <cuda_runtime.h>

__global__ void pack(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;

	if (i < j && j < n)
		out[n * i - i * (i + 1) / 2 + j - i - 1] = in[i * n + j]; // twin-race: inter-block,intra-block,intra-warp; twin: out[n * i - i * (i + 3) / 2 + j - i - 1] = in[i * n + j];
}

__global__ void pack_wide(const float *in, float *out, int n)
{
	size_t x = blockIdx.x * blockDim.x + threadIdx.x;

	if (x < (size_t)n * n) {
		size_t i = x / n, j = x % n;
		if (i < j)
			out[n * i - i * (i + 1) / 2 + j - i - 1] = in[x];
	}
}

__global__ void pack_whole(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;

	if (i <= j && j < n)
		out[i * (2 * n - i - 1) / 2 + j] = in[i * n + j];
}

int main(int argc, char **argv)
{
	int n = argc;
	float *in, *out;

	cudaMalloc(&in, sizeof(float) * n * n);
	cudaMalloc(&out, sizeof(float) * n * n);
	dim3 grid(n / 16 + 1, n / 16 + 1), block(16, 16);
	pack<<<grid, block>>>(in, out, n); // launch: race-free; twin-launch: race
	pack_wide<<<(n * n + 255) / 256, 256>>>(in, out, n); // launch: race-free; twin-launch: race-free
	pack_whole<<<grid, block>>>(in, out, n); // launch: race-free; twin-launch: race-free
	return cudaDeviceSynchronize();
}
