// Slots that are published by their numbers, where an earlier launch has left a number: the later launch fills that slot again, and it is not
// followed which number was left. In the twin the number is set back between.
#include <cuda/atomic>

using word = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void versions(int *slot, word *index, int *out, int n)
{
	if (blockIdx.x == 0) {
		if (threadIdx.x == 0)
			for (int k = 1; k <= n; k++) {
				slot[k] = k;
				index->store(k, cuda::memory_order_release);
			}
	} else {
		out[blockIdx.x * blockDim.x + threadIdx.x] = slot[index->load(cuda::memory_order_acquire)];
	}
}

int main()
{
	int *slot, *out;
	word *index;
	cudaMalloc(&slot, 101 * sizeof(int));
	cudaMalloc(&out, 64 * 64 * sizeof(int));
	cudaMalloc(&index, sizeof(word));
	cudaMemset(slot, 0, sizeof(int));
	cudaMemset(index, 0, sizeof(word));
	versions<<<64, 64>>>(slot, index, out, 100); // launch: race-free; twin-launch: race-free
	// twin: cudaMemset(index, 0, sizeof(word));
	versions<<<64, 64>>>(slot, index, out, 100); // launch: undecided; twin-launch: race-free
	return cudaDeviceSynchronize();
}
