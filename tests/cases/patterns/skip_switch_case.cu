// Each case of a uniform switch has its barrier.
#include <cuda_runtime.h>

__global__ void modes(const int *in, int *out, int mode)
{
	__shared__ int s[64];
	int t = threadIdx.x;

	s[t] = in[blockIdx.x * 64 + t]; // twin-race: intra-warp
	switch (mode) {
	case 0:
		__syncthreads();
		out[blockIdx.x * 64 + t] = s[63 - t];
		break;
	case 1:
		__syncthreads(); // twin:
		out[blockIdx.x * 64 + t] = s[t ^ 1]; // twin-race: intra-warp
		break;
	default:
		out[blockIdx.x * 64 + t] = s[t];
	}
}

void run(const int *in, int *out, int mode, int blocks)
{
	modes<<<blocks, 64>>>(in, out, mode); // launch: race-free; twin-launch: race
}
