// Barriers in both arms of a branch that is the same for the whole block are neither missing nor divergent.
#include <cuda_runtime.h>

__global__ void mirror(float *data, int forward)
{
	__shared__ float s[128];
	int t = threadIdx.x, i = blockIdx.x * 128 + t;

	if (forward) {
		s[t] = data[i]; // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
	} else {
		s[127 - t] = data[i];
		__syncthreads();
	}
	data[i] = s[(t + 1) % 128]; // twin-race: intra-block,intra-warp
}

void run(float *data, int blocks, int forward)
{
	mirror<<<blocks, 128>>>(data, forward); // launch: race-free; twin-launch: race
}
