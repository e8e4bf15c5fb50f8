// A loop with barriers runs before the last barrier of each round; its rounds are over when the store runs.
#include <cuda_runtime.h>

__global__ void mark()
{
	__shared__ int s[256];
	int t = threadIdx.x;

	for (int i = 1; i < (int)blockDim.x; i *= 2) {
		for (int j = 1; j < (int)blockDim.x; j *= 2)
			__syncthreads();
		__syncthreads();
		s[t >> 2] = t; // race: intra-warp; twin: s[t] = t;
	}
}

int main()
{
	mark<<<1, 5>>>(); // launch: race; twin-launch: race-free
}
