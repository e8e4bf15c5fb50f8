// A try-lock that returns a bool; who fails goes on without touching the record.
#include <cuda_runtime.h>
#include <cuda/atomic>

template <cuda::thread_scope Scope>
struct try_lock {
	cuda::atomic<int, Scope> taken;
	__device__ bool attempt()
	{
		int free = 0;
		return taken.compare_exchange_strong(free, 1, cuda::memory_order_acquire, cuda::memory_order_relaxed);
	}
	__device__ void leave() { taken.store(0, cuda::memory_order_release); } // twin: __device__ void leave() { taken.store(0, cuda::memory_order_relaxed); }
};

struct record {
	try_lock<cuda::thread_scope_device> lock;
	float best;
	int who;
};

__global__ void improve(record *r, const float *score, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	if (r->lock.attempt()) {
		if (score[i] > r->best) { // twin-race: inter-block, intra-block, intra-warp
			r->best = score[i]; // twin-race: inter-block, intra-block, intra-warp
			r->who = i; // twin-race: inter-block, intra-block, intra-warp
		}
		r->lock.leave();
	}
}

void run(record *r, const float *score, int n)
{
	improve<<<(n + 255) / 256, 256>>>(r, score, n); // launch: race-free; twin-launch: race
}
