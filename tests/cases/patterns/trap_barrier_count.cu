// __syncthreads_count is the barrier between the writes and the reads.
#include <cuda_runtime.h>

__global__ void compact(const int *in, int *out, int *kept)
{
	__shared__ int s[128];
	int t = threadIdx.x;
	int v = in[blockIdx.x * 128 + t];

	s[t] = v; // twin-race: intra-block
	int n = __syncthreads_count(v > 0); // twin: 	int n = __popc(__ballot_sync(0xffffffff, v > 0));
	if (n > 16)
		v = s[127 - t]; // twin-race: intra-block
	out[blockIdx.x * 128 + t] = v;
	if (t == 0)
		kept[blockIdx.x] = n;
}

void run(const int *in, int *out, int *kept, int blocks)
{
	compact<<<blocks, 128>>>(in, out, kept); // launch: race-free; twin-launch: race
}
