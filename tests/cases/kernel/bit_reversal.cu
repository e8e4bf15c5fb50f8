// The order in which a Fourier transform wants its input: bit reversal keeps indices apart.
#include <cuda_runtime.h>

__global__ void permute(const float2 *in, float2 *out)
{
	int i = threadIdx.x, base = blockIdx.x * 512;
	out[base + (__brev(i) >> 23)] = in[base + i]; // twin-race: intra-block; twin: out[base + (__brev(i) >> 24)] = in[base + i];
}

void run(const float2 *in, float2 *out, int blocks)
{
	permute<<<blocks, 512>>>(in, out); // launch: race-free; twin-launch: race
}
