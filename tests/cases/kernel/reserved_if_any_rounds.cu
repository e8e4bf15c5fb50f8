// The same in rounds of a loop: the block's first thread reserves what the round has found, if anything.
#include <cuda_runtime.h>

__global__ void collect(const int *x, int *out, int *total, int n)
{
	__shared__ int found[128], count, base;
	int t = threadIdx.x;
	for (int s = blockIdx.x * 128; s < n; s += gridDim.x * 128) {
		if (t == 0)
			count = 0;
		__syncthreads();
		if (s + t < n && x[s + t] > 0)
			found[atomicAdd(&count, 1)] = s + t;
		__syncthreads();
		if (t == 0 && count > 0)
			base = atomicAdd(total, count); // twin: base = atomicAdd(total, count - 1);
		__syncthreads();
		if (t < count)
			out[base + t] = found[t]; // twin-race: inter-block
		__syncthreads();
	}
}

int main()
{
	int *x, *out, *total, n = 5000;
	cudaMalloc(&x, n * sizeof(int));
	cudaMalloc(&out, n * sizeof(int));
	cudaMalloc(&total, sizeof(int));
	cudaMemset(total, 0, sizeof(int));
	collect<<<8, 128>>>(x, out, total, n); // launch: race-free; twin-launch: race
}
