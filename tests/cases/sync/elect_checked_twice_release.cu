// The same, where the flag is set by a relaxed store: that is enough for who takes the lock, but not for who finds it set at once.
// twin-flags: -- -DORDER=release
#include <cuda/atomic>
#ifndef ORDER
#define ORDER relaxed
#endif
#define JOIN(a, b) a##b
#define NAMED(order) JOIN(cuda::memory_order_, order)
__device__ cuda::atomic<int, cuda::thread_scope_device> ready, lock;
__device__ int value;
__global__ void use(int *out)
{
	if (threadIdx.x == 0) {
		if (!ready.load(cuda::memory_order_acquire)) {
			int free = 0;
			while (!lock.compare_exchange_weak(free, 1, cuda::memory_order_acquire))
				free = 0;
			if (!ready.load(cuda::memory_order_relaxed)) {
				value = 42; // race: inter-block
				ready.store(1, NAMED(ORDER));
			}
			lock.store(0, cuda::memory_order_release);
		}
		out[blockIdx.x] = value; // race: inter-block
	}
}
void run(int *out)
{
	use<<<32, 128>>>(out); // launch: race; twin-launch: race-free
}
