// A plain read of a counter that others add to is a race; an atomic read is none.
#include <cuda_runtime.h>

__global__ void peek(int *n, int *out)
{
	atomicAdd(n, 1); // race: inter-block
	out[blockIdx.x] = *n; // race: inter-block; cause: atomic; twin: out[blockIdx.x] = atomicAdd(n, 0);
}

void run(int *n, int *out)
{
	peek<<<4, 1>>>(n, out); // launch: race; twin-launch: race-free
}
