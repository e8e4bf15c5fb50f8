// Tone mapping: the grid and the row length come from the same image width.
#include <cuda_runtime.h>
#include <cstdlib>

typedef unsigned int uint;

__global__ void toneMapping(const float *__restrict__ input, float *__restrict__ output, float gamma, uint width, uint channels)
{
	uint x = blockIdx.x * blockDim.x + threadIdx.x;
	uint y = blockIdx.y * blockDim.y + threadIdx.y;
	float r = input[width * channels * y + (x * channels + 0)];
	float g = input[width * channels * y + (x * channels + 1)];
	float b = input[width * channels * y + (x * channels + 2)];
	float l = 0.2126f * r + 0.7152f * g + 0.0722f * b;

	output[width * channels * y + (x * channels + 0)] = powf(r / l, gamma); // twin-race: inter-block,intra-block,intra-warp
	output[width * channels * y + (x * channels + 1)] = powf(g / l, gamma); // twin-race: inter-block,intra-block,intra-warp
	output[width * channels * y + (x * channels + 2)] = powf(b / l, gamma); // twin-race: inter-block,intra-block,intra-warp
	output[width * channels * y + (x * channels + 3)] = input[width * channels * y + (x * channels + 3)]; // twin-race(warning): inter-block,intra-block,intra-warp
}

int main(int argc, char **argv)
{
	uint width = atoi(argv[1]), height = atoi(argv[2]), other = atoi(argv[3]);
	float *input, *output;

	cudaMalloc(&input, width * height * 4 * sizeof(float));
	cudaMalloc(&output, width * height * 4 * sizeof(float));
	dim3 grid(width / 16, height / 16); // twin: dim3 grid(other / 16, height / 16);
	dim3 block(16, 16);

	toneMapping<<<grid, block>>>(input, output, 0.5f, width, 4); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
