// Chained scan: each block waits for the inclusive prefix of the one before.
#include <cuda_runtime.h>

__global__ void chain(const int *in, int *out, int *prefix, int *flag)
{
	__shared__ int before;
	__shared__ int s[256];
	int t = threadIdx.x, b = blockIdx.x;

	s[t] = in[b * 256 + t];
	__syncthreads();
	for (int d = 1; d < 256; d *= 2) {
		int v = t >= d ? s[t - d] : 0;
		__syncthreads();
		s[t] += v;
		__syncthreads();
	}
	if (t == 0) {
		int sum = 0;
		if (b > 0) {
			while (atomicAdd(&flag[b - 1], 0) == 0)
				;
			__threadfence();
			sum = prefix[b - 1]; // twin-race: inter-block
		}
		prefix[b] = sum + s[255]; // twin-race: inter-block
		__threadfence(); // twin:
		atomicExch(&flag[b], 1);
		before = sum;
	}
	__syncthreads();
	out[b * 256 + t] = before + s[t];
}

void run(const int *in, int *out, int *prefix, int *flag, int blocks)
{
	chain<<<blocks, 256>>>(in, out, prefix, flag); // launch: race-free; twin-launch: race
}
