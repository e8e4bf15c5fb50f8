// Blocks take turns at an output tile: all wait by a vote on what one thread reads. In the twin a block hands on its turn before all its threads are done.
#include <cuda_runtime.h>

class semaphore {
	int *lock_;
	bool wait_thread_;
	int state_;

public:
	__device__ semaphore(int *lock, int thread) : lock_(lock), wait_thread_(thread == 0), state_(-1) {}
	__device__ void fetch()
	{
		if (wait_thread_)
			asm volatile("ld.global.acquire.gpu.b32 %0, [%1];\n" : "=r"(state_) : "l"(lock_));
	}
	__device__ void wait(int status)
	{
		while (__syncthreads_and(state_ != status))
			fetch();
		__syncthreads();
	}
	__device__ void release(int status)
	{
		__syncthreads(); // twin:
		if (wait_thread_)
			asm volatile("st.global.release.gpu.b32 [%0], %1;\n" : : "l"(lock_), "r"(status));
	}
};

__global__ void serial_reduce(float *tile, int *lock, const float *in)
{
	int t = threadIdx.x;
	semaphore turn(lock, t);
	turn.fetch();
	turn.wait(blockIdx.x);
	tile[t] += in[blockIdx.x * 128 + t]; // twin-race: inter-block
	turn.release(blockIdx.x + 1);
}

void run(float *tile, int *lock, const float *in)
{
	cudaMemset(lock, 0, sizeof(int));
	serial_reduce<<<8, 128>>>(tile, lock, in); // launch: race-free; twin-launch: race
}
