// A latch: half of the block counts it down, the other half waits for them. In the twin it does not.
#include <cuda/latch>

__global__ void pass(const int *in, int *out)
{
	__shared__ cuda::latch<cuda::thread_scope_block> ready;
	__shared__ int s[128];
	int t = threadIdx.x;
	if (t == 0)
		init(&ready, 64);
	__syncthreads();
	if (t < 64) {
		s[t] = in[blockIdx.x * 64 + t]; // twin-race: intra-block
		ready.count_down();
	} else {
		ready.wait(); // twin:
		out[blockIdx.x * 64 + t - 64] = s[127 - t]; // twin-race: intra-block
	}
}

void run(const int *in, int *out)
{
	pass<<<4, 128>>>(in, out); // launch: race-free; twin-launch: race
}
