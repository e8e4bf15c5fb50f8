// Neighbours signal each other, with device scope at the borders of blocks only (ScoR, rule 110).
#include <cuda_runtime.h>

__global__ void shift(const int *in, volatile int *copy, int *out, int *done, int step)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = gridDim.x * blockDim.x;
	copy[i] = in[i]; // twin-race: inter-block
	if (threadIdx.x == blockDim.x - 1) {
		__threadfence(); // twin: __threadfence_block();
		atomicExch(&done[i], step);
	} else {
		__threadfence_block();
		atomicExch_block(&done[i], step);
	}
	if (threadIdx.x == 0) {
		while (atomicAdd(&done[(i + n - 1) % n], 0) != step)
			;
		__threadfence();
	} else {
		while (atomicAdd_block(&done[i - 1], 0) != step)
			;
		__threadfence_block();
	}
	out[i] = copy[(i + n - 1) % n]; // twin-race: inter-block; twin-cause: the fence at line 10 has block scope
}

void run(const int *in, int *copy, int *out, int *done, int step)
{
	cudaMemset(done, 0, 16 * 128 * sizeof(int));
	shift<<<16, 128>>>(in, copy, out, done, 1); // launch: race-free; twin-launch: race
}
