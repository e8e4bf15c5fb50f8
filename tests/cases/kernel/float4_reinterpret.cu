// float4 stores through a reinterpreted pointer cover four floats each.
#include <cuda_runtime.h>

__global__ void fill(float *out, int n)
{
	int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4; // twin: int i = (blockIdx.x * blockDim.x + threadIdx.x) * 2;

	if (i + 3 < n)
		*reinterpret_cast<float4 *>(out + i) = make_float4(i, i + 1, i + 2, i + 4); // twin-race: inter-block,intra-block,intra-warp; twin-race(warning): inter-block,intra-block,intra-warp
}

void run(float *out, int n)
{
	fill<<<(n + 511) / 512, 128>>>(out, n); // launch: race-free; twin-launch: race
}
