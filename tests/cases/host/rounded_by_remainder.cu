// Dimensions are rounded up by a test of the remainder, in three spellings; planes have as many rows more as that may be too many.
#include <cassert>
#include <cuda_runtime.h>

__global__ void planes(float *out, int n, int m, int p)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	int z = blockIdx.z * blockDim.z + threadIdx.z;

	if (x < n)
		out[(z * (m + p) + y) * n + x] = z; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int n = argc, m = n + 5, p = 3; // twin: int n = argc, m = n + 5, p = 2;
	float *out;
	dim3 block(16, 4, 4);

	assert(n > 0);
	cudaMalloc(&out, sizeof(float) * n * (m + p) * (m + 7));
	planes<<<dim3(n / 16 + (n % 16 != 0), m / 4 + (m % 4 != 0), 2), block>>>(out, n, m, p); // launch: race-free; twin-launch: race
	planes<<<dim3((n + 15) / 16, m % 4 ? m / 4 + 1 : m / 4, 2), block>>>(out, n, m, p); // launch: race-free; twin-launch: race
	planes<<<dim3((n + 15) / 16, m / 4 + (m & 3 ? 1 : 0), 2), block>>>(out, n, m, p); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
