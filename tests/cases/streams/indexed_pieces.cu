// Two streams work on pieces of one array, and lists lead to places of their own piece: nothing is said of those. Where both are
// given the whole array, some entry may lead to what the other one writes (in the twin).
#include <cuda_runtime.h>

__global__ void fill(float *sums, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		sums[i] = 0;
}

__global__ void add(const int *order, float *sums, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&sums[order[i]], 1);
}

void run(const int *order, int n)
{
	float *sums;
	cudaStream_t first, second;
	cudaMalloc(&sums, 2 * n * sizeof(*sums));
	cudaStreamCreate(&first);
	cudaStreamCreate(&second);
	fill<<<(n + 255) / 256, 256, 0, first>>>(sums, n); // launch: race-free; twin-launch: race-free
	add<<<(n + 255) / 256, 256, 0, second>>>(order, sums + n, n); // launch: race-free; twin-launch: race-free; twin-finding(warning): inter-kernel; twin: 	add<<<(n + 255) / 256, 256, 0, second>>>(order, sums, n);
	cudaDeviceSynchronize();
}
