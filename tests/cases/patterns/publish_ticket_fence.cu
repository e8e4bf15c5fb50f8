// Last block sums the parts of all: the fence stands before the ticket, in the thread that wrote the part.
#include <cuda_runtime.h>

__device__ unsigned ticket;

__global__ void total(const float *in, float *part, float *out, int n)
{
	__shared__ float s[128];
	__shared__ bool last;
	int t = threadIdx.x;
	float v = 0;

	for (int i = blockIdx.x * 128 + t; i < n; i += 128 * gridDim.x)
		v += in[i];
	s[t] = v;
	__syncthreads();
	for (int d = 64; d > 0; d /= 2) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t == 0) {
		part[blockIdx.x] = s[0]; // twin-race: inter-block
		__threadfence(); // twin:
		last = atomicAdd(&ticket, 1) == gridDim.x - 1; // twin-race: inter-block
	}
	__syncthreads();
	if (last) {
		__threadfence();
		v = 0;
		for (int i = t; i < gridDim.x; i += 128)
			v += part[i]; // twin-race: inter-block
		s[t] = v;
		__syncthreads();
		if (t == 0) {
			for (int i = 1; i < 128; i++)
				v += s[i];
			*out = v;
			ticket = 0; // twin-race: inter-block
		}
	}
}

void run(const float *in, float *part, float *out, int n)
{
	total<<<64, 128>>>(in, part, out, n); // launch: race-free; twin-launch: race
}
