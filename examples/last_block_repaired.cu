// The repaired last_block.cu: fences before the ticket is drawn and after the last one is seen.
#include <cuda_runtime.h>

__device__ unsigned tickets;

__global__ void total(const int *values, int *parts, int *sum)
{
	__shared__ bool last;

	if (threadIdx.x == 0) {
		parts[blockIdx.x] = values[blockIdx.x];
		__threadfence();
		unsigned ticket = atomicAdd(&tickets, 1u);
		last = ticket == gridDim.x - 1;
	}
	__syncthreads();
	if (last && threadIdx.x == 0) {
		__threadfence();
		int all = 0;
		for (int i = 0; i < gridDim.x; i++)
			all += parts[i];
		*sum = all;
	}
}

int main()
{
	int *values, *parts, *sum;
	cudaMalloc(&values, 64 * sizeof(*values));
	cudaMalloc(&parts, 64 * sizeof(*parts));
	cudaMalloc(&sum, sizeof(*sum));
	total<<<64, 128>>>(values, parts, sum);
	return 0;
}
