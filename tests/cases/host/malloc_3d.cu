// cudaMalloc3D fills a cudaPitchedPtr: rows are at least as far apart as they are long.
#include <cuda_runtime.h>

__global__ void scale(cudaPitchedPtr p, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h) {
		float *row = (float *)((char *)p.ptr + y * p.pitch); // twin: float *row = (float *)((char *)p.ptr + y / 2 * p.pitch);
		row[x] *= 2; // twin-race: intra-warp
	}
}

int run(int w, int h)
{
	cudaPitchedPtr p;
	cudaExtent e = make_cudaExtent(w * sizeof(float), h, 4);
	if (cudaMalloc3D(&p, e) != cudaSuccess) // fact: allocation
		return 1;
	dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
	scale<<<grid, block>>>(p, w, h); // launch: race-free; twin-launch: race
	return 0;
}
