// The length of a scan is a power of two that the block has found: a second loop halves what the first one has doubled, no more
// often. A length of 0, with which it would, does not occur; that the loops run as often as it takes for 0 is no race.

#include <cuda_runtime.h>

__global__ void scan(const int *in, int *out)
{
	__shared__ int s[513];
	__shared__ unsigned length;
	int *sums = s + 1;
	unsigned tid = threadIdx.x, offset = 1;
	if (tid == 0)
		length = 1;
	sums[tid] = in[blockIdx.x * 512 + tid];
	sums[tid + 256] = in[blockIdx.x * 512 + tid + 256];
	__syncthreads();
	atomicMax(&length, in[blockIdx.x * 512 + tid] ? 512u : 256u);
	__syncthreads();
	unsigned n = length;
	for (int d = n >> 1; d > 0; d >>= 1) {
		__syncthreads(); // twin:
		if (tid < d)
			sums[offset * (2 * tid + 2) - 1] += sums[offset * (2 * tid + 1) - 1]; // twin-race: intra-block, intra-warp
		offset *= 2;
	}
	for (int d = 2; d < n - 1; d <<= 1) {
		offset >>= 1;
		__syncthreads();
		if (tid < d - 1)
			sums[offset * (tid + 1) - 1 + (offset >> 1)] += sums[offset * (tid + 1) - 1];
	}
	__syncthreads();
	out[blockIdx.x * 512 + tid] = sums[tid];
}

void run(const int *in, int *out, int rows)
{
	scan<<<rows, 256>>>(in, out); // launch: undecided; twin-launch: race
}
