// The index comes from memory that nothing constrains: equal entries make a race.
#include <cuda_runtime.h>

__global__ void scatter(const float *in, const int *idx, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[idx[i]] = in[i]; // race: inter-block,intra-block,intra-warp; twin: out[i] = in[idx[i]];
}

void run(const float *in, const int *idx, float *out, int n)
{
	scatter<<<(n + 127) / 128, 128>>>(in, idx, out, n); // launch: race; twin-launch: race-free
}
