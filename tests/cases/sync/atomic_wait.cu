// cuda::atomic's wait() is a spinning load; waiting on a neighbouring flag proves nothing about this one.
#include <cuda/atomic>

typedef cuda::atomic<int, cuda::thread_scope_device> flag_type;

__global__ void pass(flag_type *flags, int *data, int *out)
{
	if (blockIdx.x == 0) {
		*data = 42; // twin-race: inter-block
		flags[0].store(1, cuda::memory_order_release);
		flags[0].notify_all();
	} else {
		flags[0].wait(0, cuda::memory_order_acquire); // twin: flags[1].wait(0, cuda::memory_order_acquire);
		out[blockIdx.x] = *data; // twin-race: inter-block; twin-cause: address
	}
}

void run(flag_type *flags, int *data, int *out)
{
	pass<<<2, 1>>>(flags, data, out); // launch: race-free; twin-launch: race
}
