// One-dimensional convolution: products of neighbouring blocks meet in one output, added with a block-scope atomic.
// races: 1
#include <cuda_runtime.h>

#define BLOCKS 64
#define THREADS 128
#define TOTAL (BLOCKS * THREADS)

__global__ void clear(float *output, int size)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += TOTAL)
		output[i] = 0.0f;
}

__global__ void convolve(const float *filter, int width, const float *array, int size, float *output)
{
	int gtid = blockIdx.x * blockDim.x + threadIdx.x;

	for (int offset = 0; offset < size * width; offset += TOTAL) {
		int f = (offset + gtid) % width;
		int o = (offset + gtid) / width;

		if (o < size) {
			int i = o - (f - width / 2);

			if (i >= 0 && i < size)
				atomicAdd_block(&output[o], array[i] * filter[f]); // race: inter-block; cause: scope; twin: atomicAdd(&output[o], array[i] * filter[f]);
		}
	}
}

int main()
{
	const int width = 9, size = 1 << 16;
	float *filter, *array, *output;

	cudaMalloc(&filter, width * sizeof(float));
	cudaMalloc(&array, size * sizeof(float));
	cudaMalloc(&output, size * sizeof(float));
	clear<<<BLOCKS, THREADS>>>(output, size); // launch: race-free; twin-launch: race-free
	convolve<<<BLOCKS, THREADS>>>(filter, width, array, size, output); // launch: race; twin-launch: race-free
	return cudaDeviceSynchronize();
}
