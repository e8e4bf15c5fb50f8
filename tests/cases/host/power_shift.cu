// n is 1 << bits for a number of bits that nothing bounds; its double is a power of two as well, its triple none.
#include <cassert>
#include <cuda_runtime.h>

__global__ void spread(float *data, unsigned n)
{
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x;

	if ((t & n) != 0)
		data[t] = data[t - n]; // twin-race: inter-block,intra-block,intra-warp
}

void run(float *data, unsigned n, unsigned bits)
{
	assert(n >= 1 && n <= 4096);
	assert(n == 1u << bits); // fact: assert; twin: assert(n == 3u << bits);
	spread<<<64, 256>>>(data, n); // launch: race-free; twin-launch: race
}
