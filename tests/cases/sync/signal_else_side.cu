// The side of a branch where the flag was not seen knows nothing of the writer.
#include <cuda/atomic>

__global__ void poll(int *data, cuda::atomic<int, cuda::thread_scope_device> *flag, int *out)
{
	if (blockIdx.x == 0) {
		*data = 42; // twin-race: inter-block
		flag->store(1, cuda::memory_order_release);
	} else if (flag->load(cuda::memory_order_acquire) == 1) { // twin: } else if (flag->load(cuda::memory_order_acquire) == 0) {
		out[blockIdx.x] = *data; // twin-race: inter-block
	}
}

void run(int *data, cuda::atomic<int, cuda::thread_scope_device> *flag, int *out)
{
	poll<<<4, 1>>>(data, flag, out); // launch: race-free; twin-launch: race
}
