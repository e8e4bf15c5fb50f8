// The same with atomics that are sequentially consistent: in one order of all. In the twin the flag is set by a relaxed one.
#include <cuda/atomic>

__device__ cuda::atomic<int, cuda::thread_scope_device> wants[2], turn;
__device__ int count;

__global__ void counted()
{
	if (threadIdx.x != 0)
		return;
	int own = blockIdx.x, other = 1 - own;
	wants[own].store(1); // twin: 	wants[own].store(1, cuda::memory_order_relaxed);
	turn.store(other);
	while (wants[other].load() == 1 && turn.load() == other)
		;
	count += 1; // twin-race: inter-block
	wants[own].store(0);
}

int main()
{
	counted<<<2, 32>>>(); // launch: undecided; twin-launch: race
}
