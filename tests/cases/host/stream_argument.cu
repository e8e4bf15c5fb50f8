// Shared bytes and a stream in the launch; the size of the dynamic array follows the block.
#include <cuda_runtime.h>

__global__ void reverse(float *data)
{
	extern __shared__ float s[];

	s[threadIdx.x] = data[blockIdx.x * blockDim.x + threadIdx.x];
	__syncthreads();
	data[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x]; // twin-race: intra-warp; twin: data[blockIdx.x * blockDim.x + threadIdx.x / 2] = s[blockDim.x - 1 - threadIdx.x];
}

void run(float *data, int blocks, int threads)
{
	cudaStream_t stream;

	cudaStreamCreate(&stream);
	reverse<<<blocks, threads, threads * sizeof(float), stream>>>(data); // launch: race-free; twin-launch: race
	cudaStreamSynchronize(stream);
}
