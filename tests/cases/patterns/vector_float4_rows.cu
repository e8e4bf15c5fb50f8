// Rows are stored as float4 and read as float.
#include <cuda_runtime.h>

__global__ void widen(const float4 *in, float *out)
{
	__shared__ float s[128 * 4];
	int t = threadIdx.x;

	reinterpret_cast<float4 *>(s)[t] = in[blockIdx.x * 128 + t]; // twin-race: intra-block,intra-warp
	__syncthreads(); // twin:
	for (int k = 0; k < 4; k++)
		out[blockIdx.x * 512 + k * 128 + t] = s[k * 128 + t]; // twin-race: intra-block,intra-warp
}

void run(const float4 *in, float *out, int blocks)
{
	widen<<<blocks, 128>>>(in, out); // launch: race-free; twin-launch: race
}
