// A ticket lock as a class over cuda::atomic.
#include <cuda/atomic>

class ticket_lock {
	cuda::atomic<unsigned, cuda::thread_scope_device> next_{0};
	cuda::atomic<unsigned, cuda::thread_scope_device> serving_{0};

public:
	__device__ void lock()
	{
		unsigned mine = next_.fetch_add(1, cuda::memory_order_relaxed);
		while (serving_.load(cuda::memory_order_acquire) != mine) // twin: while (serving_.load(cuda::memory_order_relaxed) != mine)
			;
	}
	__device__ void unlock() { serving_.fetch_add(1, cuda::memory_order_release); }
};

__global__ void append(ticket_lock *l, int *list, int *length)
{
	if (threadIdx.x != 0)
		return;
	l->lock();
	int at = *length; // twin-race: inter-block
	list[at] = blockIdx.x; // twin-race: inter-block
	*length = at + 1; // twin-race: inter-block
	l->unlock();
}

void run(ticket_lock *l, int *list, int *length)
{
	append<<<100, 32>>>(l, list, length); // launch: race-free; twin-launch: race
}
