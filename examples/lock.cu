// A lock around a sum, without fences: the next owner of the lock may read the sum from before.
#include <cuda_runtime.h>

__device__ int taken;

__global__ void add(const int *values, int *sum)
{
	if (threadIdx.x == 0) {
		while (atomicCAS(&taken, 0, 1) != 0)
			;
		*sum += values[blockIdx.x];
		atomicExch(&taken, 0);
	}
}

int main()
{
	int *values, *sum;
	cudaMalloc(&values, 64 * sizeof(*values));
	cudaMalloc(&sum, sizeof(*sum));
	add<<<64, 128>>>(values, sum);
	return 0;
}
