// Sums of blocks are published with release and acquire of cuda::atomic_ref.
#include <cuda/atomic>

__global__ void last(const float *in, float *part, unsigned *count, float *out)
{
	if (threadIdx.x != 0)
		return;
	part[blockIdx.x] = in[blockIdx.x]; // twin-race: inter-block
	cuda::atomic_ref<unsigned, cuda::thread_scope_device> n(*count);
	unsigned old = n.fetch_add(1, cuda::memory_order_acq_rel); // twin: 	unsigned old = n.fetch_add(1, cuda::memory_order_relaxed);
	if (old == gridDim.x - 1) {
		float s = 0;
		for (unsigned b = 0; b < gridDim.x; b++)
			s += part[b]; // twin-race: inter-block
		*out = s;
	}
}

void run(const float *in, float *part, unsigned *count, float *out, int blocks)
{
	last<<<blocks, 32>>>(in, part, count, out); // launch: race-free; twin-launch: race
}
