// A look-up table built by the block, then used at indices from the input.
#include <cuda_runtime.h>

__global__ void equalise(const unsigned char *in, unsigned char *out, const unsigned *cdf, int n, float scale)
{
	__shared__ unsigned char lut[256];
	int tid = threadIdx.x + blockIdx.x * blockDim.x;

	if (threadIdx.x < 256)
		lut[threadIdx.x] = (unsigned char)(scale * (cdf[threadIdx.x] - cdf[0])); // twin-race: intra-block,intra-warp
	__syncthreads(); // twin:
	for (; tid < n; tid += gridDim.x * blockDim.x)
		out[tid] = lut[in[tid]]; // twin-race: intra-block,intra-warp
}

int main()
{
	unsigned char *in, *out;
	unsigned *cdf;
	int n = 1 << 20;
	cudaMalloc((void **)&in, n);
	cudaMalloc((void **)&out, n);
	cudaMalloc((void **)&cdf, 256 * sizeof(unsigned));
	equalise<<<64, 512>>>(in, out, cdf, n, 255.0f / n); // launch: race-free; twin-launch: race
	cudaFree(in);
	return cudaDeviceSynchronize();
}
