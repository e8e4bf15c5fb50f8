// Of two flags that are added up one begins with 2 in the twin: who has found 2 then need not have seen the other one.
#include <cuda_runtime.h>

#define BEGINS 0 // twin: #define BEGINS 2

__device__ void tell(int *value, volatile int *flag)
{
	*value = 1; // twin-race: inter-block
	__threadfence();
	*flag = 1;
}

__device__ int second = BEGINS;

__global__ void added(volatile int *first, int *x, int *y, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		tell(x, first);
	} else if (blockIdx.x == 1) {
		tell(y, &second);
	} else {
		while (*first + *(volatile int *)&second < 2)
			;
		__threadfence();
		out[blockIdx.x] = *x + *y; // twin-race: inter-block
	}
}

int main()
{
	int *flag, *values, *out;

	cudaMalloc(&flag, sizeof(int));
	cudaMemset(flag, 0, sizeof(int));
	cudaMalloc(&values, 2 * sizeof(int));
	cudaMalloc(&out, 256 * sizeof(int));
	added<<<8, 32>>>(flag, values, values + 1, out); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
