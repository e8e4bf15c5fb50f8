// A lock class over cuda::atomic; leaving with a relaxed store publishes nothing.
#include <cuda/atomic>

struct spin_lock {
	cuda::atomic<int, cuda::thread_scope_device> state;
	__device__ void lock()
	{
		while (state.exchange(1, cuda::memory_order_acquire) == 1)
			;
	}
	__device__ void unlock()
	{
		state.store(0, cuda::memory_order_release); // twin: state.store(0, cuda::memory_order_relaxed);
	}
};

__global__ void add(spin_lock *mutex, int *total)
{
	mutex->lock();
	*total += 1; // twin-race: inter-block
	mutex->unlock();
}

void run(spin_lock *mutex, int *total)
{
	add<<<16, 1>>>(mutex, total); // launch: race-free; twin-launch: race
}
