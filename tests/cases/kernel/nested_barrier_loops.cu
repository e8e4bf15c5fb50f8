// A barrier in the inner of two loops that both always run: no thread gets a round ahead.
#include <cuda_runtime.h>

__global__ void sweep(float *data)
{
	__shared__ float s[128];
	int t = threadIdx.x;

	s[t] = data[t];
	__syncthreads();
	for (int span = 64; span > 0; span /= 2)
		for (int step = span; step > 0; step /= 2) {
			if (t < step)
				s[t] += s[t + step]; // twin-race: intra-block,intra-warp
			__syncthreads(); // twin:
		}
	data[t] = s[t];
}

void run(float *data)
{
	sweep<<<1, 128>>>(data); // launch: race-free; twin-launch: race
}
