// Two-step sum: every block reduces its chunk, then a single block reduces the partial sums into res[0].
#include <cuda_runtime.h>
#include <cstdlib>

__device__ float block_sum(float mine)
{
	extern __shared__ float sdata[];
	unsigned int tid = threadIdx.x;

	sdata[tid] = mine;
	__syncthreads();
	for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
		if (tid < s)
			sdata[tid] = mine = mine + sdata[tid + s];
		__syncthreads();
	}
	return mine;
}

__global__ void blockReduce(const float *array, float *partial, unsigned int n)
{
	unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
	float mine = i < n ? array[i] : 0;

	if (i + blockDim.x < n)
		mine += array[i + blockDim.x];
	mine = block_sum(mine);
	if (threadIdx.x == 0)
		partial[blockIdx.x] = mine;
}

__global__ void reduceFinal(const float *partial, float *res, unsigned int n)
{
	float mine = 0;

	for (unsigned int i = threadIdx.x; i < n; i += blockDim.x)
		mine += partial[i];
	mine = block_sum(mine);
	if (threadIdx.x == 0)
		res[0] = mine; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	unsigned int n = atoi(argv[1]), threads = 256, blocks = (n + 511) / 512;
	float *array, *partial;

	cudaMalloc(&array, n * sizeof(float));
	cudaMalloc(&partial, blocks * sizeof(float));
	blockReduce<<<blocks, threads, threads * sizeof(float)>>>(array, partial, n); // launch: race-free; twin-launch: race-free
	reduceFinal<<<1, threads, threads * sizeof(float)>>>(partial, array, blocks); // launch: race-free; fact: grid; twin-launch: race; twin: reduceFinal<<<2, threads, threads * sizeof(float)>>>(partial, array, blocks);
	return cudaDeviceSynchronize();
}
