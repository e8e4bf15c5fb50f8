// Lengths of tiles that are the least of two numbers by fminf, as in many non-maximum suppressions. The twin lacks the barrier behind the tile.
#include <cuda_runtime.h>

__global__ void near(const float *x, unsigned long long *mask, int n)
{
	__shared__ float tile[64];
	int rows = fminf(n - blockIdx.y * 64, 64), cols = fminf(n - blockIdx.x * 64, 64);
	int t = threadIdx.x;
	if (t < cols)
		tile[t] = x[blockIdx.x * 64 + t]; // twin-race: intra-block, intra-warp
	__syncthreads(); // twin:
	if (t < rows) {
		unsigned long long m = 0;
		for (int i = 0; i < cols; i++)
			if (fabsf(x[blockIdx.y * 64 + t] - tile[i]) < 1) // twin-race: intra-block, intra-warp
				m |= 1ull << i;
		mask[(blockIdx.y * 64 + t) * gridDim.x + blockIdx.x] = m;
	}
}

void run(const float *x, unsigned long long *mask, int n)
{
	int b = (n + 63) / 64;
	near<<<dim3(b, b), 64>>>(x, mask, n); // launch: race-free; twin-launch: race
}
