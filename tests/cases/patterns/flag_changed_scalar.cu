// One thread takes the next chunk of work for its block; all read it as loop condition.
#include <cuda_runtime.h>

__global__ void persistent(int *next, const float *in, float *out, int n)
{
	__shared__ int base;

	for (;;) {
		if (threadIdx.x == 0)
			base = atomicAdd(next, (int)blockDim.x); // twin-race: intra-block,intra-warp
		__syncthreads();
		int first = base; // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
		if (first >= n)
			break;
		int i = first + threadIdx.x;
		if (i < n)
			out[i] = 2 * in[i];
	}
}

void run(int *next, const float *in, float *out, int n)
{
	persistent<<<64, 128>>>(next, in, out, n); // launch: race-free; twin-launch: race
}
