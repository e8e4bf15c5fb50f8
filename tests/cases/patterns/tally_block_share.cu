// Compaction: places in the block from a shared counter, the block's place in the output from a global one.
#include <cuda_runtime.h>

__global__ void filter(const int *in, int *out, int *n_out, int n, int limit)
{
	__shared__ int kept, base;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int slot = 0;
	bool keep = i < n && in[i] > limit;

	if (threadIdx.x == 0)
		kept = 0;
	__syncthreads();
	if (keep)
		slot = atomicAdd(&kept, 1);
	__syncthreads();
	if (threadIdx.x == 0)
		base = atomicAdd(n_out, kept); // twin: 		base = atomicAdd(n_out, kept - 1);
	__syncthreads();
	if (keep)
		out[base + slot] = in[i]; // twin-race: inter-block
}

void run(const int *in, int *out, int *n_out, int n, int limit)
{
	filter<<<(n + 255) / 256, 256>>>(in, out, n_out, n, limit); // launch: race-free; twin-launch: race
}
