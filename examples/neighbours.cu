// Every thread adds its left neighbour's value: the neighbour may have stored its sum already.
#include <cuda_runtime.h>

__global__ void neighbours(int *data)
{
	__shared__ int tile[256];
	int t = threadIdx.x;

	tile[t] = data[blockIdx.x * blockDim.x + t];
	__syncthreads();
	if (t > 0)
		tile[t] += tile[t - 1]; // read and write with no barrier between them
	__syncthreads();
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
