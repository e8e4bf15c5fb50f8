// One thread takes a lock for its block; the fence behind the barrier, which every thread runs, is enough next to that of who has left the lock.
#include <cuda_runtime.h>

__global__ void accumulate(int *lock, float *sum, const float *in)
{
	if (threadIdx.x == 0)
		while (atomicExch(lock, 1) != 0)
			;
	__syncthreads();
	__threadfence(); // twin:
	sum[threadIdx.x] += in[blockIdx.x * 128 + threadIdx.x]; // twin-race: inter-block
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0)
		atomicExch(lock, 0);
}

int main()
{
	int *lock;
	float *sum, *in;
	cudaMalloc(&lock, sizeof(int));
	cudaMalloc(&sum, 128 * sizeof(float));
	cudaMalloc(&in, 1024 * sizeof(float));
	cudaMemset(lock, 0, sizeof(int));
	accumulate<<<8, 128>>>(lock, sum, in); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
