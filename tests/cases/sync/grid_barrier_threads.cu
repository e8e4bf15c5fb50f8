// Every thread arrives for itself and waits, again in each round.
#include <cuda/atomic>

using counter = cuda::atomic<unsigned, cuda::thread_scope_device>;

__device__ void wait_all(counter *count, counter *gate)
{
	unsigned mine = gate->load(cuda::memory_order_relaxed);
	if (count->fetch_add(1, cuda::memory_order_acq_rel) + 1 == gridDim.x * blockDim.x) { // twin: if (count->fetch_add(1, cuda::memory_order_relaxed) + 1 == gridDim.x * blockDim.x) {
		count->store(0, cuda::memory_order_relaxed);
		gate->fetch_add(1, cuda::memory_order_release);
	} else {
		while (gate->load(cuda::memory_order_acquire) == mine)
			;
	}
}

__global__ void rounds(int *a, int *b, counter *count, counter *gate, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, last = gridDim.x * blockDim.x - 1;
	for (int r = 0; r < n; r++) {
		a[i] = b[last - i] + 1; // twin-race: inter-block
		wait_all(count, gate);
		b[i] = a[last - i]; // twin-race: inter-block
		wait_all(count, gate);
	}
}

void run(int *a, int *b, counter *count, counter *gate, int n)
{
	rounds<<<4, 96>>>(a, b, count, gate, n); // launch: race-free; twin-launch: race
}
