// Room drawn for as many as a word has bits, which a loop takes out one by one, or counts again. In the twin one bit is not counted.
#include <cuda_runtime.h>

__device__ unsigned bits(unsigned f)
{
	return __popc(f); // twin: 	return __popc(f >> 1);
}

__global__ void lowest(const unsigned *in, int *out, unsigned *n, int size)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= size)
		return;
	unsigned f = in[i];
	unsigned at = atomicAdd(n, bits(f));
	for (; f; f &= f - 1)
		out[at++] = __ffs(f) - 1; // twin-race: inter-block, intra-block, intra-warp
}

__global__ void found(const unsigned *in, int *out, unsigned *n, int size)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= size)
		return;
	unsigned f = in[i];
	unsigned at = atomicAdd(n, bits(f));
	while (f) {
		int b = __ffs(f) - 1;
		f &= ~(1u << b);
		out[at++] = b; // twin-race: inter-block, intra-block, intra-warp
	}
}

__global__ void counted(const unsigned *in, int *out, unsigned *n, int size)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= size)
		return;
	unsigned f = in[i];
	unsigned at = atomicAdd(n, bits(f));
	for (int k = 0; k < __popc(f); k++)
		out[at + k] = i; // twin-race: inter-block, intra-block, intra-warp
}

int main()
{
	unsigned *in, *n;
	int *out;
	cudaMalloc(&in, 10000 * sizeof(*in));
	cudaMalloc(&out, 320000 * sizeof(*out));
	cudaMalloc(&n, sizeof(*n));
	cudaMemset(n, 0, sizeof(*n));
	lowest<<<40, 256>>>(in, out, n, 10000); // launch: race-free; twin-launch: race
	found<<<40, 256>>>(in, out, n, 10000); // launch: race-free; twin-launch: race
	counted<<<40, 256>>>(in, out, n, 10000); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
