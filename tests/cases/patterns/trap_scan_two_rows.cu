// Naive scan with an input and an output row that swap in each step.
#include <cuda_runtime.h>

__global__ void scan(float *out, const float *in, int n)
{
	extern __shared__ float temp[];
	int t = threadIdx.x;
	int pout = 0, pin = 1;

	temp[t] = t > 0 ? in[t - 1] : 0;
	__syncthreads();
	for (int offset = 1; offset < n; offset *= 2) {
		pout = 1 - pout;
		pin = 1 - pout; // twin: 		pin = pout;
		temp[pout * n + t] = temp[pin * n + t]; // twin-race: intra-block,intra-warp
		if (t >= offset)
			temp[pout * n + t] += temp[pin * n + t - offset]; // twin-race: intra-block,intra-warp
		__syncthreads();
	}
	out[t] = temp[pout * n + t];
}

void run(float *out, const float *in, int n)
{
	scan<<<1, n, 2 * n * sizeof(float)>>>(out, in, n); // launch: race-free; twin-launch: race
}
