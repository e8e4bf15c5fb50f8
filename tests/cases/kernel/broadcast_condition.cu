// What a thread hands its block through shared memory is known where it does so: in the twin not in every block.
#include <cuda_runtime.h>

__global__ void rows(int *out, int n)
{
	__shared__ int first;
	if (threadIdx.x == 0) // twin: 	if (threadIdx.x == 0 && blockIdx.x > 0)
		first = blockIdx.x * 128;
	__syncthreads();
	out[first + threadIdx.x] = n;
}

__global__ void some(int *out, const int *in)
{
	__shared__ int first;
	if (threadIdx.x == 0 && in[blockIdx.x] > 3)
		first = atomicAdd(out, 128);
	__syncthreads();
	if (in[blockIdx.x] > 3)
		out[first + threadIdx.x + 1] = 1;
}

void run(int *out, const int *in, int n)
{
	rows<<<4, 128>>>(out, n); // launch: race-free; twin-launch: undecided
	some<<<4, 128>>>(out, in); // launch: race-free; twin-launch: race-free
}
