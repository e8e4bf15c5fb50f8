// The order in which a Fourier transform wants its input, for sizes that the host chooses.
#include <cassert>
#include <cuda_runtime.h>

__global__ void permute(const float2 *in, float2 *out, int bits)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	out[__brev(i) >> (32 - bits)] = in[i]; // twin-race: inter-block, intra-block; twin: out[__brev(i) >> (33 - bits)] = in[i];
}

void run(const float2 *in, float2 *out, int bits)
{
	assert(bits >= 9 && bits <= 10);
	permute<<<(1 << bits) / 512, 512>>>(in, out, bits); // launch: race-free; twin-launch: race
}
