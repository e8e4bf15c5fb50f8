// A lock that is left on both ways out of the critical section; the twin leaves it before the update on one.
#include <cuda_runtime.h>

__global__ void add(int *lock, int *total, const int *in)
{
	while (atomicCAS(lock, 0, 1) != 0)
		;
	__threadfence();
	int v = in[blockIdx.x];
	if (v > 0) {
		*total += v; // twin-race: inter-block
		__threadfence();
		atomicExch(lock, 0);
	} else {
		*total -= v; // twin-race: inter-block; twin: __threadfence(), atomicExch(lock, 0), *total -= v;
		__threadfence();
		atomicExch(lock, 0);
	}
}

void run(int *lock, int *total, const int *in)
{
	add<<<16, 1>>>(lock, total, in); // launch: race-free; twin-launch: race
}
