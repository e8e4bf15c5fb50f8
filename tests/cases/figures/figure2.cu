// Figure 2: the kernel that writes the result is always launched with one block.
#include <cuda_runtime.h>

__global__ void blockReduce(const float *array, float *partial, int chunk)
{
	float sum = 0;

	for (int i = 0; i < chunk; i++)
		sum += array[blockIdx.x * chunk + i];
	if (threadIdx.x == 0)
		partial[blockIdx.x] = sum;
}

__global__ void reduceFinal(const float *array, float *res, int chunk)
{
	float sum = 0;

	for (int i = 0; i < chunk; i++)
		sum += array[blockIdx.x * chunk + i];
	if (threadIdx.x == 0) res[0] = sum; // twin-race: inter-block
}

void reduction(float *A, int blocks, int threads, int chunk)
{
	float *partialReduce;

	cudaMalloc(&partialReduce, blocks * sizeof(float));
	blockReduce<<<blocks, threads>>>(A, partialReduce, chunk); // launch: race-free; twin-launch: race-free
	reduceFinal<<<1, threads>>>(partialReduce, A, blocks); // launch: race-free; fact: grid; twin-launch: race; twin: reduceFinal<<<2, threads>>>(partialReduce, A, blocks / 2);
	cudaFree(partialReduce);
}
