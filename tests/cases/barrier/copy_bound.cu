// A copy bound to a barrier object: its phase completes the copy, a block barrier does not.
#include <cuda/barrier>

__global__ void load(const int *in, int *out)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	__shared__ int s[64];
	int t = threadIdx.x;

	if (t == 0)
		init(&bar, blockDim.x);
	__syncthreads();
	cuda::memcpy_async(&s[t], &in[t], sizeof(int), bar); // twin-race: intra-block
	bar.arrive_and_wait(); // twin: __syncthreads();
	out[t] = s[63 - t]; // twin-race: intra-block
}

void run(const int *in, int *out)
{
	load<<<1, 64>>>(in, out); // launch: race-free; twin-launch: race
}
