// In-place stencil in shared memory: all reads, a barrier, all writes.
#include <cuda_runtime.h>

__global__ void smooth(float *data)
{
	__shared__ float s[130];
	int t = threadIdx.x + 1;

	s[t] = data[blockIdx.x * 128 + threadIdx.x];
	if (t == 1)
		s[0] = s[129] = 0;
	__syncthreads();
	float v = s[t - 1] + s[t] + s[t + 1]; // twin-race: intra-block,intra-warp
	__syncthreads(); // twin:
	s[t] = v / 3; // twin-race: intra-block,intra-warp
	data[blockIdx.x * 128 + threadIdx.x] = s[t];
}

void run(float *data, int blocks)
{
	smooth<<<blocks, 128>>>(data); // launch: race-free; twin-launch: race
}
