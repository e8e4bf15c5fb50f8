// A counter that goes on from round to round may pass what the threads add in one.
#include <cuda_runtime.h>

__global__ void rounds(const int *in, int *out, int n)
{
	__shared__ int count;
	__shared__ int list[4096];
	int t = threadIdx.x;

	if (t == 0)
		count = 0;
	for (int k = 0; k < n; k++) {
		__syncthreads();
		if (t == 0) // twin: 		if (t == 0 && in[k] > 5)
			count = 0;
		__syncthreads();
		if (in[k * 64 + t] > 0)
			list[atomicAdd(&count, 1)] = k;
		__syncthreads();
		for (int i = t; i < count; i += 64)
			out[blockIdx.x * 64 + i] = list[i]; // twin-race: inter-block
	}
}

void run(const int *in, int *out, int n, int blocks)
{
	rounds<<<blocks, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
