// A block reserves places for two lists of its own at once: neither of their counts is below zero.
#include <cuda_runtime.h>

__global__ void split(const int *x, int *out, int *total, int n)
{
	__shared__ int low[256], high[256], lows, highs, base;
	int t = threadIdx.x, i = blockIdx.x * 256 + t;

	if (t == 0)
		lows = highs = 0;
	__syncthreads();
	if (i < n && x[i] < 0)
		low[atomicAdd(&lows, 1)] = x[i];
	else if (i < n)
		high[atomicAdd(&highs, 1)] = x[i];
	__syncthreads();
	if (t == 0)
		base = atomicAdd(total, lows + highs); // twin: base = atomicAdd(total, lows);
	__syncthreads();
	if (t < lows)
		out[base + t] = low[t];
	__syncthreads();
	if (t < highs)
		out[base + lows + t] = high[t]; // twin-race: inter-block
}

int main()
{
	int *x, *out, *total;

	cudaMalloc(&x, 10000 * sizeof(*x));
	cudaMalloc(&out, 10000 * sizeof(*out));
	cudaMalloc(&total, sizeof(*total));
	cudaMemset(total, 0, sizeof(*total));
	split<<<40, 256>>>(x, out, total, 10000); // launch: race-free; twin-launch: race
	return 0;
}
