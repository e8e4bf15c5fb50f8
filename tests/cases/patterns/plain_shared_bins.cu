// Bins of the block: counted atomically, but the sum is read with no barrier before.
#include <cuda_runtime.h>

template <int BINS>
__global__ void histogram(const unsigned char *in, unsigned *out, size_t n)
{
	__shared__ unsigned bins[BINS];

	for (int b = threadIdx.x; b < BINS; b += blockDim.x)
		bins[b] = 0;
	__syncthreads();
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)blockDim.x * gridDim.x)
		atomicAdd(bins + in[i] * BINS / 256, 1u); // twin-race: intra-block,intra-warp
	__syncthreads(); // twin:
	for (int b = threadIdx.x; b < BINS; b += blockDim.x)
		if (bins[b]) // twin-race: intra-block,intra-warp
			atomicAdd(out + b, bins[b]); // twin-race: intra-block,intra-warp
}

void run(const unsigned char *in, unsigned *out, size_t n, int sms)
{
	histogram<64><<<2 * sms, 256>>>(in, out, n); // launch: race-free; twin-launch: race
}
