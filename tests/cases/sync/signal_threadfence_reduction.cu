// The threadfence reduction: every block writes its sum, the last one adds them up.
#include <cuda_runtime.h>

__device__ unsigned int retired = 0;

__global__ void reduce(const float *in, volatile float *out, unsigned int n)
{
	__shared__ float part[128];
	__shared__ bool last;
	unsigned int t = threadIdx.x, i = blockIdx.x * 128 + t;
	part[t] = i < n ? in[i] : 0;
	__syncthreads();
	for (unsigned int s = 64; s > 0; s >>= 1) {
		if (t < s)
			part[t] += part[t + s];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = part[0]; // twin-race: inter-block; twin-cause: block scope
	if (gridDim.x > 1) {
		__threadfence(); // twin: __threadfence_block();
		if (t == 0) {
			unsigned int ticket = atomicInc(&retired, gridDim.x); // twin-race: inter-block
			last = ticket == gridDim.x - 1;
			__threadfence();
		}
		__syncthreads();
		if (last) {
			float sum = 0;
			for (unsigned int j = t; j < gridDim.x; j += 128)
				sum += out[j]; // twin-race: inter-block
			part[t] = sum;
			__syncthreads();
			if (t == 0)
				retired = 0; // twin-race: inter-block
		}
	}
}

void run(const float *in, float *out, unsigned int n)
{
	reduce<<<(n + 127) / 128, 128>>>(in, out, n); // launch: race-free; twin-launch: race
}
