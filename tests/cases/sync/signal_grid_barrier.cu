// A grid barrier by hand: one thread per block adds and waits until all blocks have.
#include <cuda_runtime.h>

__device__ void grid_sync(unsigned int *count)
{
	__syncthreads(); // twin:
	if (threadIdx.x == 0) {
		__threadfence();
		atomicAdd(count, 1u);
		while (atomicAdd(count, 0u) < gridDim.x)
			;
		__threadfence();
	}
	__syncthreads();
}

__global__ void step(const int *in, int *mid, int *out, unsigned int *count)
{
	int i = blockIdx.x * 128 + threadIdx.x, n = gridDim.x * 128;
	mid[i] = in[i] * 2; // twin-race: inter-block
	grid_sync(count);
	out[i] = mid[n - 1 - i]; // twin-race: inter-block
}

void run(const int *in, int *mid, int *out, unsigned int *count)
{
	step<<<16, 128>>>(in, mid, out, count); // launch: race-free; twin-launch: race
}
