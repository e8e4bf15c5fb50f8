// A template decides between a barrier and nothing by the architecture's macro.
// flags: --arch=sm_80
#include <cuda_runtime.h>

template <int THREADS>
__device__ void maybe_sync()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900 // twin: #if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
	if (THREADS > 32)
		__syncthreads();
	else
		__syncwarp();
#endif
}

template <int THREADS>
__global__ void neighbours(const int *in, int *out)
{
	__shared__ int s[THREADS];
	s[threadIdx.x] = in[blockIdx.x * THREADS + threadIdx.x]; // twin-race: intra-block,intra-warp
	maybe_sync<THREADS>();
	out[blockIdx.x * THREADS + threadIdx.x] = s[(threadIdx.x + 1) % THREADS]; // twin-race: intra-block,intra-warp
}

void run(const int *in, int *out, int blocks, bool wide)
{
	if (wide)
		neighbours<128><<<blocks, 128>>>(in, out); // launch: race-free; twin-launch: race
	else
		neighbours<32><<<blocks, 32>>>(in, out); // launch: race-free; twin-launch: race
}
