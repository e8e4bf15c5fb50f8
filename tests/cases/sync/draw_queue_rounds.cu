// In each round a block gathers what it finds in a queue of its own, and draws room for all of it. In the twin it draws room for
// all but one.
#include <cuda_runtime.h>

__global__ void compact(const int *in, int *out, int *used, int n)
{
	__shared__ int queue[256], count, first;

	for (int begin = blockIdx.x * 256; begin < n; begin += gridDim.x * 256) {
		if (threadIdx.x == 0)
			count = 0;
		__syncthreads();
		int i = begin + threadIdx.x;
		if (i < n && in[i] > 0)
			queue[atomicAdd(&count, 1)] = i;
		__syncthreads();
		if (threadIdx.x == 0)
			first = atomicAdd(used, count); // twin: 			first = atomicAdd(used, count - 1);
		__syncthreads();
		for (int j = threadIdx.x; j < count; j += 256)
			out[first + j] = queue[j]; // twin-race: inter-block
		__syncthreads();
	}
}

void run(const int *in, int *out, int n)
{
	int *used;
	cudaMalloc(&used, sizeof(*used));
	cudaMemset(used, 0, sizeof(*used));
	compact<<<64, 256>>>(in, out, used, n); // launch: race-free; twin-launch: race
}
