// The thread that hands its block something has to be there: in the twin the block is smaller.
#include <cuda_runtime.h>

__global__ void rows(int *out, int n)
{
	__shared__ int first;
	if (threadIdx.x == 100)
		first = blockIdx.x * 128;
	__syncthreads();
	out[first + threadIdx.x] = n;
}

void run(int *out, int n)
{
	rows<<<4, 128>>>(out, n); // launch: race-free; twin-launch: undecided; twin: 	rows<<<4, 64>>>(out, n);
}
