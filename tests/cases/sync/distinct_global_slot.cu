// One thread draws for its block and leaves the number in the block's own slot of global memory.
#include <cuda_runtime.h>

__global__ void fill(float *out, unsigned *next, unsigned *slots, unsigned n)
{
	if (threadIdx.x == 0)
		slots[blockIdx.x] = atomicAdd(next, blockDim.x); // twin-race: inter-block; twin: slots[blockIdx.x] = atomicAdd_block(next, blockDim.x);
	__syncthreads();
	unsigned i = slots[blockIdx.x] + threadIdx.x;
	if (i < n)
		out[i] = i * 0.5f;
}

void run(float *out, unsigned *next, unsigned *slots, unsigned n)
{
	cudaMemset(next, 0, sizeof(unsigned));
	fill<<<40, 256>>>(out, next, slots, n); // launch: race-free; twin-launch: race
}
