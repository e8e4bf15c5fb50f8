// Which lock a block takes is told through shared memory; the twin's lock is another one than that of its bucket.
#include <cuda_runtime.h>

__global__ void merge(int *locks, float *buckets, const int *which, const float *in)
{
	__shared__ int bucket;
	if (threadIdx.x == 0) {
		bucket = which[blockIdx.x];
		while (atomicCAS(&locks[bucket], 0, 1)) // twin: 		while (atomicCAS(&locks[blockIdx.x], 0, 1))
			;
		__threadfence();
	}
	__syncthreads();
	buckets[bucket * 64 + threadIdx.x] += in[blockIdx.x * 64 + threadIdx.x]; // twin-race: inter-block
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		atomicExch(&locks[bucket], 0);
	}
}

void run(int *locks, float *buckets, const int *which, const float *in)
{
	cudaMemset(locks, 0, 64);
	merge<<<100, 64>>>(locks, buckets, which, in); // launch: race-free; twin-launch: race
}
