// With no launch in sight, what a texture reference is bound to is like a pointer parameter (no-alias).
#include <cuda_runtime.h>

texture<float4, 2, cudaReadModeElementType> image;
texture<int, 1, cudaReadModeElementType> indices;

__global__ void copy(float *out, int width) // kernel: race-free; twin-kernel: race
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;

	if (x < width)
		out[x] = tex2D(image, x + 0.5f, 0.5f).y; // twin-race: inter-block,intra-block,intra-warp; twin: out[x / 2] = tex2D(image, x + 0.5f, 0.5f).y;
}

__global__ void scatter(float *out) // kernel: race; twin-kernel: race
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;

	out[tex1Dfetch(indices, x)] = x; // cause: entries in 'indices'; race: inter-block,intra-block,intra-warp; twin-race: inter-block,intra-block,intra-warp
}
