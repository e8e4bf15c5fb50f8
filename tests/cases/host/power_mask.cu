// (n & (n - 1)) == 0 leaves one bit of n: elements with that bit set are written, those with it clear are read.
#include <cassert>
#include <cuda_runtime.h>

__global__ void spread(float *data, unsigned n)
{
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x;

	if ((t & n) != 0)
		data[t] = data[t - n]; // twin-race: inter-block,intra-block,intra-warp
}

void run(float *data, unsigned n)
{
	assert(n > 0 && n <= 4096);
	assert((n & (n - 1)) == 0); // fact: assert; twin: assert((n & 1) == 0);
	spread<<<64, 256>>>(data, n); // launch: race-free; twin-launch: race
}
