// Each block takes a piece of the output under a lock; where its piece begins is read back from the shared variable in which it is
// kept, for the new end of the list. In the twin pieces overlap.
#include <cuda_runtime.h>

#define PIECE 256

__device__ int guard;

__global__ void append(int *out, int *used, const int *in)
{
	__shared__ int first;

	if (threadIdx.x == 0) {
		while (atomicCAS(&guard, 0, 1) != 0)
			;
		__threadfence();
		first = *used;
		*used = first + PIECE; // twin: 		*used = first + PIECE - 1;
		__threadfence();
		atomicExch(&guard, 0);
	}
	__syncthreads();
	out[first + threadIdx.x] = in[blockIdx.x * PIECE + threadIdx.x]; // twin-race: inter-block
}

void run(const int *in, int *out, int pieces)
{
	int *used;
	cudaMalloc(&used, sizeof(*used));
	cudaMemset(used, 0, sizeof(*used));
	append<<<pieces, PIECE>>>(out, used, in); // launch: race-free; twin-launch: race
}
