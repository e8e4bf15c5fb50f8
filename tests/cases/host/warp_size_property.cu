// The size of a warp as a property of the device: 32, whatever the device.
#include <cuda_runtime.h>

__global__ void rows(float *out, int n, int columns)
{
	int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;

	if (row >= n)
		return;
	for (int i = threadIdx.x % 32; i < columns; i += 32)
		out[row * columns + i] = row; // twin-race(warning): inter-block
}

void run(float *out, int n)
{
	cudaDeviceProp properties;
	cudaGetDeviceProperties(&properties, 0);
	int warps = properties.warpSize; // twin: int warps = properties.multiProcessorCount;

	for (int block = warps; block <= 1024; block *= 2)
		rows<<<n, block>>>(out, n, 100); // launch: race-free; twin-launch: race
}
