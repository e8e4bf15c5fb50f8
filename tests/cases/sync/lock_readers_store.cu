// What readers of a lock may do at the same time: read. In the twin they count in the table without being its writer.
#include <cuda/atomic>

using word = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void serve(word *lock, int *table, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, free = 0;
	if (i == 0) {
		while (!lock->compare_exchange_weak(free, 1 << 20, cuda::memory_order_acquire))
			free = 0;
		table[0] = 1;
		lock->store(0, cuda::memory_order_release);
	} else if (threadIdx.x % 32 == 0) {
		int seen;
		do
			seen = lock->load(cuda::memory_order_relaxed);
		while (seen >= 1 << 20 ||
			!lock->compare_exchange_strong(seen, seen + 1, cuda::memory_order_acquire));
		out[i] = table[0];
		table[1] += out[i]; // race: inter-block, intra-block; cause: both threads hold the lock as readers; twin:
		lock->fetch_sub(1, cuda::memory_order_release);
	}
}

void run(word *lock, int *table, int *out)
{
	serve<<<16, 128>>>(lock, table, out); // launch: race; twin-launch: race-free
}
