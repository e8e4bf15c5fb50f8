// The repaired neighbours.cu: a barrier separates the reads from the writes.
#include <cuda_runtime.h>

__global__ void neighbours(int *data)
{
	__shared__ int tile[256];
	int t = threadIdx.x, left = 0;

	tile[t] = data[blockIdx.x * blockDim.x + t];
	__syncthreads();
	if (t > 0)
		left = tile[t - 1];
	__syncthreads();
	tile[t] += left;
	data[blockIdx.x * blockDim.x + t] = tile[t];
}

int main()
{
	int *data;
	cudaMalloc(&data, 64 * 256 * sizeof(*data));
	neighbours<<<64, 256>>>(data);
	cudaDeviceSynchronize();
	cudaFree(data);
	return 0;
}
