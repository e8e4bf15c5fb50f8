// A block's places in a list are reserved only where it has any: the count is read under a condition by one thread, and again by all.
#include <cuda_runtime.h>

__global__ void collect(const int *x, int *out, int *total, int n)
{
	__shared__ int found[128], count, base;
	int t = threadIdx.x, i = blockIdx.x * 128 + t;
	if (t == 0)
		count = 0;
	__syncthreads();
	if (i < n && x[i] > 0)
		found[atomicAdd(&count, 1)] = i;
	__syncthreads();
	if (t == 0 && count > 0)
		base = atomicAdd(total, count);
	__syncthreads();
	x += t; // twin: if (t == 1) count++; __syncthreads();
	if (t < count)
		out[base + t] = found[t] + *x; // twin-race: inter-block
}

int main()
{
	int *x, *out, *total, n = 5000;
	cudaMalloc(&x, n * sizeof(int));
	cudaMalloc(&out, n * sizeof(int));
	cudaMalloc(&total, sizeof(int));
	cudaMemset(total, 0, sizeof(int));
	collect<<<40, 128>>>(x, out, total, n); // launch: race-free; twin-launch: race
}
