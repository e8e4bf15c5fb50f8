// Every block stores its part; the block that draws the last ticket adds the parts up. Without a
// fence before the ticket, a part may become visible only after the ticket that announces it.
#include <cuda_runtime.h>

__device__ unsigned tickets;

__global__ void total(const int *values, int *parts, int *sum)
{
	__shared__ bool last;

	if (threadIdx.x == 0) {
		parts[blockIdx.x] = values[blockIdx.x];
		unsigned ticket = atomicAdd(&tickets, 1u);
		last = ticket == gridDim.x - 1;
	}
	__syncthreads();
	if (last && threadIdx.x == 0) {
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
