// A sequence lock: who reads begins again if the number has changed meanwhile. What it guards is read while it is written, so it must be
// atomic.
#include <cuda/atomic>

using number = cuda::atomic<unsigned, cuda::thread_scope_device>;
using value = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void watch(number *sequence, value *pair, int *plain, int *out, int n)
{
	if (blockIdx.x == 0) {
		for (int i = 0; i < n; i++) {
			unsigned before = sequence->load(cuda::memory_order_relaxed);
			sequence->store(before + 1, cuda::memory_order_relaxed);
			cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
			pair[0].store(i, cuda::memory_order_relaxed);
			pair[1].store(-i, cuda::memory_order_relaxed); // twin-race: inter-block; twin: *plain = -i;
			sequence->store(before + 2, cuda::memory_order_release);
		}
		return;
	}
	unsigned before, after;
	int x, y;
	do {
		before = sequence->load(cuda::memory_order_acquire);
		x = pair[0].load(cuda::memory_order_relaxed);
		y = *plain; // twin-race: inter-block
		y += pair[1].load(cuda::memory_order_relaxed);
		cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
		after = sequence->load(cuda::memory_order_relaxed);
	} while ((before & 1) || before != after);
	out[blockIdx.x] = x + y;
}

int main()
{
	number *sequence;
	value *pair;
	int *plain, *out;
	cudaMalloc(&sequence, sizeof(*sequence));
	cudaMalloc(&pair, 2 * sizeof(*pair));
	cudaMalloc(&plain, sizeof(*plain));
	cudaMalloc(&out, 1024);
	watch<<<20, 1>>>(sequence, pair, plain, out, 100); // launch: race-free; twin-launch: race
	return 0;
}
