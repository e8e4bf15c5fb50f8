// One kernel writes all of an array, another reads it where entries of a list lead: in one stream they follow each other.
#include <cuda_runtime.h>

__global__ void fill(double *sums, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		sums[i] = 0;
}

__global__ void gather(const int *order, const double *sums, double *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = sums[order[i]];
}

void run(const int *order, double *out, int n)
{
	double *sums;
	cudaStream_t first, second;
	cudaMalloc(&sums, n * sizeof(*sums));
	cudaStreamCreate(&first);
	cudaStreamCreate(&second);
	fill<<<(n + 255) / 256, 256, 0, first>>>(sums, n); // launch: race-free; twin-launch: race-free
	gather<<<(n + 255) / 256, 256, 0, first>>>(order, sums, out, n); // launch: race-free; twin-launch: race-free; twin-finding(warning): inter-kernel; twin: 	gather<<<(n + 255) / 256, 256, 0, second>>>(order, sums, out, n);
	cudaDeviceSynchronize();
}
