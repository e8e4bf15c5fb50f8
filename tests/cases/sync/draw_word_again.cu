// A block counts in a word of its shared memory, draws as many places, and keeps in the same word where they begin; in the twin it draws one less.
#include <cuda_runtime.h>

__global__ void select(const float *in, float least, int *list, int *total, int n)
{
	__shared__ int count;
	for (int i = blockIdx.x * blockDim.x; i < n; i += gridDim.x * blockDim.x) {
		if (threadIdx.x == 0)
			count = 0;
		__syncthreads();
		bool has = i + threadIdx.x < n && in[i + threadIdx.x] >= least;
		int place = has ? atomicAdd(&count, 1) : 0;
		__syncthreads();
		if (threadIdx.x == 0)
			count = atomicAdd(total, count); // twin:			count = atomicAdd(total, count - 1);
		__syncthreads();
		if (has)
			list[count + place] = i + threadIdx.x; // twin-race: inter-block
		__syncthreads();
	}
}

int main(int argc, char **argv)
{
	const int n = argc * 1000;
	float *in;
	int *list, *total;
	cudaMalloc(&in, n * sizeof(float));
	cudaMalloc(&list, n * sizeof(int));
	cudaMalloc(&total, sizeof(int));
	cudaMemset(total, 0, sizeof(int));
	select<<<argc, 256>>>(in, 0.5f, list, total, n); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
