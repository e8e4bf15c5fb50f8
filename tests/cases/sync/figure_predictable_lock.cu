// GWCP, figure 3: a write before the lock is taken races with one under it, whatever the order of the critical sections.
#include <cuda_runtime.h>

__global__ void wcp(int *lock, int *x, int *y)
{
	if (blockIdx.x == 0) {
		x[1] = 1; // twin-race: inter-block; twin: x[0] = 1;
		while (atomicCAS(lock, 0, 1) != 0)
			;
		__threadfence();
		*y = 1;
		__threadfence();
		atomicExch(lock, 0);
	} else {
		while (atomicCAS(lock, 0, 1) != 0)
			;
		__threadfence();
		x[0] = 2; // twin-race: inter-block; twin-cause: no lock is held
		*y = 2;
		__threadfence();
		atomicExch(lock, 0);
	}
}

void run(int *lock, int *x, int *y)
{
	wcp<<<2, 1>>>(lock, x, y); // launch: race-free; twin-launch: race
}
