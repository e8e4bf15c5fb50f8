// All blocks count and wait until the count is complete: in the second launch it is so from the beginning, if it is not set back.
#include <cuda_runtime.h>

__device__ unsigned int count;

__global__ void exchange(int *data, int *out)
{
	data[blockIdx.x] = blockIdx.x; // twin-race: inter-block
	__threadfence();
	atomicAdd(&count, 1);
	while (atomicAdd(&count, 0) < gridDim.x)
		;
	__threadfence();
	out[blockIdx.x] = data[(blockIdx.x + 1) % gridDim.x]; // twin-race: inter-block; twin-cause: left in 'count'
}

int main()
{
	int *data, *out;
	unsigned int zero = 0;
	cudaMalloc(&data, 4 * 8);
	cudaMalloc(&out, 4 * 8);
	exchange<<<8, 1>>>(data, out); // launch: race-free; twin-launch: race-free
	cudaMemcpyToSymbol(count, &zero, 4); // twin: cudaMemcpyFromSymbol(&zero, count, 4);
	exchange<<<8, 1>>>(data, out); // launch: race-free; twin-launch: race
	return 0;
}
