// Initialization that is checked twice, by atomics with orders: under the lock a relaxed read will do. In the twin it is not looked at whether it is done.
#include <cuda/atomic>
__device__ cuda::atomic<int, cuda::thread_scope_device> ready, lock;
__device__ int value;
__global__ void use(int *out)
{
	if (threadIdx.x == 0) {
		if (!ready.load(cuda::memory_order_acquire)) {
			int free = 0;
			while (!lock.compare_exchange_weak(free, 1, cuda::memory_order_acquire))
				free = 0;
			if (!ready.load(cuda::memory_order_relaxed)) { // twin: 			{
				value = 42; // twin-race: inter-block
				ready.store(1, cuda::memory_order_release);
			}
			lock.store(0, cuda::memory_order_release);
		}
		out[blockIdx.x] = value; // twin-race: inter-block
	}
}
void run(int *out)
{
	use<<<32, 128>>>(out); // launch: race-free; twin-launch: race
}
