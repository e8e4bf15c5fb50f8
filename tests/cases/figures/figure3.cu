// Figure 3: the grid and the kernel parameter "width" come from one host variable.
#include <cuda_runtime.h>

__global__ void toneMapping(const float *input, int width, int channels, float *output)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	float val = input[width * channels * y + (x * channels)] * x;

	output[width * channels * y + (x * channels)] = val; // twin-race: inter-block,intra-block,intra-warp
}

void compress(const float *input, int hWidth, int hHeight, int otherWidth)
{
	float *output;

	cudaMalloc(&output, hWidth * hHeight * 4 * sizeof(float));
	dim3 grid(hWidth / 16, hHeight / 16); // twin: dim3 grid(otherWidth / 16, hHeight / 16);
	dim3 block(16, 16);

	toneMapping<<<grid, block>>>(input, hWidth, 4, output); // launch: race-free; twin-launch: race
}
