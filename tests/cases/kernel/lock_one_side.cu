// One access outside the lock: a reader that does not take it.
#include <cuda_runtime.h>

__global__ void add(int *total, int *lock, int *out, const int *in)
{
	if (threadIdx.x == 0) {
		while (atomicCAS(lock, 0, 1) != 0)
			;
		__threadfence();
		*total += in[blockIdx.x]; // race: inter-block
		out[blockIdx.x] = *total;
		__threadfence();
		atomicExch(lock, 0);
		out[blockIdx.x] -= *total; // race: inter-block; twin:
	}
}

void run(int *total, int *lock, int *out, const int *in, int blocks)
{
	add<<<blocks, 64>>>(total, lock, out, in); // launch: race; twin-launch: race-free
}
