// What is left of n once all factors of two are gone is 1, so n is a power of two; without the test for odd it says nothing.
#include <cuda_runtime.h>

__global__ void spread(float *data, unsigned n)
{
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x;

	if ((t & n) != 0)
		data[t] = data[t - n]; // twin-race: inter-block,intra-block,intra-warp
}

static unsigned odd_part(unsigned *log2, unsigned n)
{
	if (!n)
		return 0;
	for (*log2 = 0; (n & 1) == 0; n >>= 1) // twin: for (*log2 = 0; n > 1; n >>= 1)
		++*log2;
	return n;
}

void run(float *data, unsigned n)
{
	unsigned log2;

	if (odd_part(&log2, n) != 1 || n > 4096) // fact: guard
		return;
	spread<<<64, 256>>>(data, n); // launch: race-free; twin-launch: race
}
