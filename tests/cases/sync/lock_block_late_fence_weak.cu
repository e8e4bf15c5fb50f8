// The same with a fence before the lock is left that is acquire and release, in the twin: it is in no order with the one behind the barrier.
#include <cuda/atomic>

__global__ void accumulate(int *lock, float *sum, const float *in)
{
	if (threadIdx.x == 0)
		while (atomicExch(lock, 1) != 0)
			;
	__syncthreads();
	__threadfence();
	sum[threadIdx.x] += in[blockIdx.x * 128 + threadIdx.x]; // twin-race: inter-block
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence(); // twin: cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
		atomicExch(lock, 0);
	}
}

void run(int *lock, float *sum, const float *in)
{
	accumulate<<<8, 128>>>(lock, sum, in); // launch: race-free; twin-launch: race
}
