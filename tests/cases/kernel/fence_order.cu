// A flag passed with libcu++ fences: release before the signal, acquire after the wait; the twin's
// second fence is a release as well and so orders nothing after the wait.
#include <cuda/atomic>

__global__ void pass(int *data, int *flag, int *out)
{
	cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);

	if (blockIdx.x == 0) {
		*data = 42; // twin-race: inter-block; twin-cause: fence
		cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
		ready.store(1, cuda::memory_order_relaxed);
	} else {
		while (ready.load(cuda::memory_order_relaxed) != 1)
			;
		cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device); // twin: cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
		*out = *data; // twin-race: inter-block
	}
}

void run(int *data, int *flag, int *out)
{
	pass<<<2, 1>>>(data, flag, out); // launch: race-free; twin-launch: race
}
