// Each group has 128 threads; in the twin its barrier waits for 64.
#include <cuda_runtime.h>

__global__ void turn(const int *in, int *out)
{
	__shared__ int s[256];
	int t = threadIdx.x, group = t / 128;

	s[t] = in[blockIdx.x * 256 + t];
	__barrier_sync_count(1 + group, 128); // twin-finding: barrier-count; twin: __barrier_sync_count(1 + group, 64);
	out[blockIdx.x * 256 + t] = s[group * 128 + 127 - t % 128];
}

void run(const int *in, int *out)
{
	turn<<<8, 256>>>(in, out); // launch: race-free; twin-launch: undecided
}
