// A template flag says whether a barrier is needed; the launch for two warps gives the wrong one.
#include <cuda_runtime.h>

template <bool WIDE>
__device__ void sync()
{
	if (WIDE)
		__syncthreads();
	else
		__syncwarp();
}

template <int THREADS, bool WIDE>
__global__ void reverse(const int *in, int *out)
{
	__shared__ int s[THREADS];
	int t = threadIdx.x;

	s[t] = in[blockIdx.x * THREADS + t]; // twin-race: intra-block
	sync<WIDE>();
	out[blockIdx.x * THREADS + t] = s[THREADS - 1 - t]; // twin-race: intra-block
}

void run(const int *in, int *out, int blocks)
{
	reverse<32, false><<<blocks, 32>>>(in, out); // launch: race-free; twin-launch: race-free
	reverse<64, true><<<blocks, 64>>>(in, out); // launch: race-free; twin-launch: race; twin: 	reverse<64, false><<<blocks, 64>>>(in, out); // twin-launch: race
}
