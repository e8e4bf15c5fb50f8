// A flag in shared memory holds anything until it is set: in the twin a warp may wait for it before that, and go on at once.
#include <cuda/atomic>

__global__ void pass(const int *in, int *out)
{
	__shared__ int data;
	__shared__ cuda::atomic<int, cuda::thread_scope_block> ready;
	if (threadIdx.x == 0)
		ready.store(0, cuda::memory_order_relaxed);
	__syncthreads(); // twin:
	if (threadIdx.x == 0) {
		data = in[blockIdx.x]; // twin-race: intra-block; twin-cause: shared memory holds anything at first
		ready.store(1, cuda::memory_order_release);
	} else if (threadIdx.x == 32) {
		while (ready.load(cuda::memory_order_acquire) == 0)
			;
		out[blockIdx.x] = data; // twin-race: intra-block
	}
}

void run(const int *in, int *out)
{
	pass<<<4, 64>>>(in, out); // launch: race-free; twin-launch: race
}
