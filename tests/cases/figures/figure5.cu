// Figure 5: the row size is what cudaMallocPitch returned, at least the width it was asked for.
#include <cuda_runtime.h>

__global__ void shift(float *matrix, int rowSize, float dx, cudaTextureObject_t texture)
{
	int xid = blockIdx.x * blockDim.x + threadIdx.x;
	int yid = blockIdx.y * blockDim.y + threadIdx.y;

	matrix[yid * (rowSize / 4) + xid] = tex2D<float>(texture, xid + dx, yid); // twin-race: inter-block,intra-block,intra-warp
}

void run(int width, int height, size_t hRowSize, cudaTextureObject_t texture)
{
	float *matrix;
	dim3 threads(16, 16), blocks(width / 16, height / 16);

	cudaMallocPitch(&matrix, &hRowSize, width * sizeof(float), height); // fact: allocation; twin: cudaMalloc(&matrix, width * height * sizeof(float));
	shift<<<blocks, threads>>>(matrix, (int)hRowSize, 0.5f, texture); // launch: race-free; twin-launch: race
	cudaFree(matrix);
}
