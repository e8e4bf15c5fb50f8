// The range of a block is loaded once by one thread, in every round of a persistent loop.
#include <cuda_runtime.h>

__global__ void tasks(const int *start, float *data, int *next, int n)
{
	__shared__ int task, first, last;

	while (true) {
		__syncthreads();
		if (threadIdx.x == 0) {
			task = atomicAdd(next, 1);
			first = task * 1024;
			last = first + 1024; // twin: 			last = first + 1025;
		}
		__syncthreads();
		if (task >= n)
			return;
		for (int i = first + threadIdx.x; i < last; i += blockDim.x)
			data[i] *= 2; // twin-race: inter-block
	}
}

void run(const int *start, float *data, int *next, int n)
{
	tasks<<<64, 256>>>(start, data, next, n); // launch: race-free; twin-launch: race
}
