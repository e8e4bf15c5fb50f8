// The barrier stands under an architecture condition: code for sm_70 and later has lost it.
// flags: --arch=sm_80
#include <cuda_runtime.h>

__global__ void share(const int *in, int *out)
{
	__shared__ volatile int s[64];
	int t = threadIdx.x;

	s[t] = in[blockIdx.x * 64 + t]; // twin-race: intra-warp
#if __CUDA_ARCH__ >= 700 // twin: #if __CUDA_ARCH__ < 700
	__syncthreads();
#endif
	out[blockIdx.x * 64 + t] = s[t ^ 1]; // twin-race: intra-warp
}

void run(const int *in, int *out, int blocks)
{
	share<<<blocks, 64>>>(in, out); // launch: race-free; twin-launch: race
}
