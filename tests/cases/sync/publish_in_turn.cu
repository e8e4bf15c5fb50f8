// Writers draw places, fill them and commit them in turn: each waits for its own number and stores the next one. Who reads a number reads all
// places below it. In the twin who waits for his turn does not acquire, so that he passes nothing on of those before him.
#include <cuda/atomic>

using word = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void append(int *item, word *tail, word *committed, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x < 16) {
		for (int round = 0; round < 3; round++) {
			int place = tail->fetch_add(1, cuda::memory_order_relaxed);
			item[place] = place * 3; // twin-race: inter-block
			while (committed->load(cuda::memory_order_acquire) != place) // twin: while (committed->load(cuda::memory_order_relaxed) != place)
				;
			committed->store(place + 1, cuda::memory_order_release);
		}
	} else {
		int count = committed->load(cuda::memory_order_acquire);
		int sum = 0;
		for (int i = 0; i < count; i++)
			sum += item[i]; // twin-race: inter-block
		out[blockIdx.x] = sum;
	}
}

int main()
{
	int *item, *out;
	word *ends;
	cudaMalloc(&item, 48 * sizeof(int));
	cudaMalloc(&out, 32 * sizeof(int));
	cudaMalloc(&ends, 2 * sizeof(word));
	cudaMemset(ends, 0, 2 * sizeof(word));
	append<<<32, 32>>>(item, ends, ends + 1, out); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
