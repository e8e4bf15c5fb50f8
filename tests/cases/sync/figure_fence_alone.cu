// GWCP, figure 4: a fence alone orders nothing between two threads.
#include <cuda_runtime.h>

__global__ void fenced(int *x)
{
	if (blockIdx.x == 0) {
		x[0] = 1; // race: inter-block
		__threadfence();
	} else {
		x[0] = 2; // race: inter-block; twin: x[1] = 2;
	}
}

void run(int *x)
{
	fenced<<<2, 1>>>(x); // launch: race; twin-launch: race-free
}
