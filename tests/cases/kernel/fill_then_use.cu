// Zero-initialisation by some threads, atomicAdd by all: a barrier is needed between.
#include <cuda_runtime.h>

__global__ void histogram(const unsigned char *in, unsigned int *out, int n)
{
	__shared__ unsigned int bins[256];

	for (int b = threadIdx.x; b < 256; b += blockDim.x)
		bins[b] = 0; // twin-race: intra-block,intra-warp
	__syncthreads(); // twin:
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&bins[in[i]], 1); // twin-race: intra-block,intra-warp
	__syncthreads();
	for (int b = threadIdx.x; b < 256; b += blockDim.x)
		atomicAdd(&out[b], bins[b]);
}

void run(const unsigned char *in, unsigned int *out, int n, int blocks)
{
	histogram<<<blocks, 128>>>(in, out, n); // launch: race-free; twin-launch: race
}
