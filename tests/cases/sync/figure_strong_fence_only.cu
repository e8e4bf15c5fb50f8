// GWCP 6.2: two volatile writes with only a fence between them are still unordered.
#include <cuda_runtime.h>

__global__ void strong(volatile int *x)
{
	if (blockIdx.x == 0) {
		x[0] = 1; // race: inter-block
		__threadfence();
	} else {
		__threadfence();
		x[0] = 2; // race: inter-block; twin: x[1] = 2;
	}
}

void run(int *x)
{
	strong<<<2, 1>>>(x); // launch: race; twin-launch: race-free
}
