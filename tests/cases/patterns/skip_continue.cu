// A round that ends early must not skip the barrier behind the last reading.
#include <cuda_runtime.h>

__global__ void batches(const int *sizes, const float *in, float *out, int count)
{
	__shared__ float s[256];
	int t = threadIdx.x;

	for (int b = blockIdx.x; b < count; b += gridDim.x) {
		if (sizes[b] == 0)
			continue;
		s[t] = in[b * 256 + t]; // twin-race: intra-block
		__syncthreads();
		float v = s[255 - t]; // twin-race: intra-block
		__syncthreads(); // twin:
		if (sizes[b] == 1) {
			out[b * 256 + t] = v;
			continue;
		}
		s[t] = v; // twin-race: intra-block
		__syncthreads();
		out[b * 256 + t] = s[t / 2];
		__syncthreads();
	}
}

void run(const int *sizes, const float *in, float *out, int count)
{
	batches<<<80, 256>>>(sizes, in, out, count); // launch: race-free; twin-launch: race
}
