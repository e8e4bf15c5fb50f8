// Flags of a device variable that the kernel is given by address: what it begins with.
#include <cuda_runtime.h>

__device__ int flags[64] = {0}; // twin: __device__ int flags[64] = {1, 1, 1};

__global__ void hand_on(float *sum, int *ready)
{
	if (threadIdx.x)
		return;
	int b = blockIdx.x;
	if (b) {
		while (atomicAdd(&ready[b - 1], 0) == 0)
			;
		__threadfence();
	}
	sum[b] = (b ? sum[b - 1] : 0) + 1; // twin-race: inter-block; twin-cause: begins with what it waits for
	__threadfence();
	atomicExch(&ready[b], 1);
}

int main()
{
	float *sum;
	int *ready;
	cudaMalloc(&sum, 256);
	cudaGetSymbolAddress((void **)&ready, flags);
	hand_on<<<64, 32>>>(sum, ready); // launch: race-free; twin-launch: race
}
