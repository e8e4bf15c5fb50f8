// Which copy a launch sees: of two the later one, of an asynchronous one nothing is known.
#include <cuda_runtime.h>

__constant__ int stride[2];

__global__ void spread(float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i * stride[1]] = i; // race: inter-block, intra-block, intra-warp; twin-race: inter-block, intra-block, intra-warp
}

void part(float *out)
{
	int zero = 0, two[] = { 1, 2 };
	cudaMemcpyToSymbol(stride, &zero, sizeof(zero), sizeof(int));
	spread<<<8, 128>>>(out); // launch: race; twin-launch: race
	cudaMemcpyToSymbol(stride, two, sizeof(two));
	cudaMemcpyToSymbol(stride, &zero, sizeof(zero)); // twin: 	cudaMemcpyToSymbol(stride, &zero, sizeof(zero), sizeof(zero));
	spread<<<16, 128>>>(out); // launch: race-free; twin-launch: race
}

void late(float *out, cudaStream_t stream)
{
	int two = 2;
	cudaMemcpyToSymbolAsync(stride, &two, sizeof(two), sizeof(two), cudaMemcpyHostToDevice, stream);
	spread<<<32, 128, 0, stream>>>(out); // launch: race; twin-launch: race
}
