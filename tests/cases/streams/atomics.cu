// Two kernels at the same time may add to the same counters atomically, but not plainly.
#include <cuda_runtime.h>

__global__ void count(const int *keys, unsigned *bins)
{
	atomicAdd(&bins[threadIdx.x], keys[blockIdx.x * blockDim.x + threadIdx.x] & 1);
}

__global__ void clear(unsigned *bins)
{
	atomicExch(&bins[threadIdx.x], 0); // twin: 	bins[threadIdx.x] = 0;
}

int main()
{
	const int n = 1 << 16;
	int *keys;
	unsigned *bins;
	cudaStream_t first, second;
	cudaMalloc(&keys, n * sizeof(*keys));
	cudaMalloc(&bins, 256 * sizeof(*bins));
	cudaStreamCreate(&first);
	cudaStreamCreate(&second);
	count<<<n / 256, 256, 0, first>>>(keys, bins); // launch: race-free; twin-launch: race-free
	clear<<<1, 256, 0, second>>>(bins); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
	cudaDeviceSynchronize();
}
