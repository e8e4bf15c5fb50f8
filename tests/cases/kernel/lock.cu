// A lock: compare-and-swap and fence, the protected update, fence and exchange.
#include <cuda_runtime.h>

__global__ void add(int *total, int *lock, const int *in)
{
	for (bool done = false; !done;)
		if (atomicCAS(lock, 0, 1) == 0) {
			__threadfence();
			*total += in[blockIdx.x * blockDim.x + threadIdx.x]; // twin-race: inter-block,intra-block,intra-warp; twin-cause: fence
			__threadfence(); // twin:
			atomicExch(lock, 0);
			done = true;
		}
}

void run(int *total, int *lock, const int *in, int blocks)
{
	add<<<blocks, 64>>>(total, lock, in); // launch: race-free; twin-launch: race
}
