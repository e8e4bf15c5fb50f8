// Two counters in one word: whoever adds to a half must not meet one who adds to the whole.
#include <cuda/atomic>
#include <cstdint>

template <typename T>
__device__ void bump(void *at, T by)
{
	cuda::atomic_ref<T, cuda::thread_scope_device> ref(*static_cast<T *>(at));
	ref.fetch_add(by, cuda::memory_order_relaxed); // twin-race: inter-block, intra-block, intra-warp
}

__global__ void count(uint64_t *both, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	if (in[i] & 1)
		bump<uint64_t>(both, 1);
	else
		bump<uint64_t>(both, 1ull << 32); // twin: bump<uint32_t>((char *)both + 4, 1);
}

void run(uint64_t *both, const int *in, int n)
{
	count<<<(n + 255) / 256, 256>>>(both, in, n); // launch: race-free; twin-launch: race
}
