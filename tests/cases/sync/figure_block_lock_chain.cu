// GWCP, figure 5: three threads and two locks, the second of block scope; the first and last write race.
#include <cuda_runtime.h>

__global__ void chain(int *m, int *n, int *x, int *y, int *z)
{
	if (blockIdx.x == 0 && threadIdx.x == 0) {
		x[0] = 1; // race: inter-block
		while (atomicCAS(m, 0, 1) != 0)
			;
		__threadfence();
		*y = 1;
		__threadfence();
		atomicExch(m, 0);
	} else if (blockIdx.x == 0 && threadIdx.x == 32) {
		while (atomicCAS(m, 0, 1) != 0)
			;
		__threadfence();
		*y = 2;
		__threadfence();
		atomicExch(m, 0);
		while (atomicCAS(n, 0, 1) != 0)
			;
		__threadfence_block();
		*z = 1; // race: inter-block; twin-race: inter-block; cause: block scope
		__threadfence_block();
		atomicExch(n, 0);
	} else if (blockIdx.x == 1 && threadIdx.x == 0) {
		while (atomicCAS(n, 0, 1) != 0)
			;
		__threadfence_block();
		*z = 2; // race: inter-block; twin-race: inter-block
		__threadfence_block();
		atomicExch(n, 0);
		x[0] = 2; // race: inter-block; twin: x[1] = 2;
	}
}

void run(int *m, int *n, int *x, int *y, int *z)
{
	chain<<<2, 64>>>(m, n, x, y, z); // launch: race; twin-launch: race
}
