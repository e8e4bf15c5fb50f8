// A warp that has met another at a named barrier signals a third one in shared memory; in the twin without a fence.
#include <cuda_runtime.h>

__global__ void pass(const float *in, float *out)
{
	__shared__ float tile[32];
	__shared__ volatile int state;
	int t = threadIdx.x;

	if (t == 0)
		state = -1;
	__syncthreads();
	if (t < 32) {
		tile[t] = in[t]; // twin-race: intra-block
		asm volatile("bar.sync 1, 64;" : : : "memory");
	} else if (t < 64) {
		asm volatile("bar.sync 1, 64;" : : : "memory");
		__threadfence_block(); // twin:
		if (t == 32)
			state = 0;
	} else {
		while (state != 0)
			;
		__threadfence_block();
		out[blockIdx.x * 32 + t - 64] = tile[t - 64]; // twin-race: intra-block
	}
}

void run(const float *in, float *out)
{
	pass<<<64, 96>>>(in, out); // launch: race-free; twin-launch: race
}
