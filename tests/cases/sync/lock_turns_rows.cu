// Columns of blocks add to their rows' sums in turn; in the twin all rows share one sum, not their turns.
#include <cuda_runtime.h>

__global__ void add(volatile int *turns, float *sums, const float *in)
{
	volatile int *turn = &turns[blockIdx.y];
	if (threadIdx.x == 0) {
		while (*turn != blockIdx.x)
			;
		__threadfence();
	}
	__syncthreads();
	int at = blockIdx.y * blockDim.x + threadIdx.x; // twin: int at = threadIdx.x;
	sums[at] += in[blockIdx.x * blockDim.x + threadIdx.x]; // twin-race: inter-block
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		*turn = blockIdx.x + 1 == gridDim.x ? 0 : blockIdx.x + 1;
	}
}

int main()
{
	int *turns;
	float *sums, *in;
	cudaMalloc(&turns, 64 * sizeof(int));
	cudaMalloc(&sums, 64 * 128 * sizeof(float));
	cudaMalloc(&in, 8 * 128 * sizeof(float));
	cudaMemset(turns, 0, 64 * sizeof(int));
	add<<<dim3(8, 64), 128>>>(turns, sums, in); // launch: race-free; twin-launch: race
}
