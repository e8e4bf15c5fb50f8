// Unsigned counters that run down to a bound of the thread's own do not run past it.
#include <cuda_runtime.h>

__global__ void last_tested(const unsigned *in, unsigned *out, unsigned n, unsigned chunk)
{
	unsigned lo = (blockIdx.x * blockDim.x + threadIdx.x) * chunk;
	if (lo >= n)
		return;
	unsigned i = min(lo + chunk, n), sum = 0; // twin: unsigned i = min(lo + chunk + 1, n), sum = 0;
	do {
		--i;
		sum += in[i];
		out[i] = sum; // twin-race: inter-block, intra-block, intra-warp
	} while (i > lo);
}

__global__ void first_tested(unsigned *out, unsigned n)
{
	unsigned lo = (blockIdx.x * blockDim.x + threadIdx.x) * 7;
	if (lo >= n)
		return;
	for (unsigned i = min(lo + 7, n); i > lo; i--)
		out[i - 1] = lo;
}

__global__ void tested_between(unsigned *out, size_t n)
{
	size_t lo = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * 7;
	if (lo >= n)
		return;
	for (size_t i = lo + 7 < n ? lo + 7 : n; i-- > lo;)
		out[i] = lo;
}

int main()
{
	unsigned *a, *b, n = 100000;
	cudaMalloc(&a, n * sizeof(unsigned));
	cudaMalloc(&b, n * sizeof(unsigned));
	last_tested<<<(n + 256 * 7 - 1) / (256 * 7), 256>>>(a, b, n, 7); // launch: race-free; twin-launch: race
	first_tested<<<(n + 256 * 7 - 1) / (256 * 7), 256>>>(b, n); // launch: race-free; twin-launch: race-free
	tested_between<<<(n + 256 * 7 - 1) / (256 * 7), 256>>>(b, n); // launch: race-free; twin-launch: race-free
	return cudaDeviceSynchronize();
}
