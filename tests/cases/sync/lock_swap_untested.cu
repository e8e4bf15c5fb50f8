// A reader goes on when its swap was made. In the twin also when it failed and found few readers there: not followed.
#include <cuda_runtime.h>

__global__ void serve(unsigned *lock, int *table, int *out)
{
	unsigned seen;
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		while (atomicCAS(lock, 0u, 0x80000000u) != 0)
			;
		__threadfence();
		table[0] = 1;
		__threadfence();
		atomicExch(lock, 0u);
		return;
	}
	for (;;) {
		seen = atomicAdd(lock, 0u);
		if (seen >= 0x80000000u)
			continue;
		unsigned found = atomicCAS(lock, seen, seen + 1);
		if (found == seen) // twin: if (found == seen || found < 100)
			break;
	}
	__threadfence();
	out[blockIdx.x] = table[0];
	__threadfence();
	atomicSub(lock, 1u);
}

void run(unsigned *lock, int *table, int *out)
{
	serve<<<64, 32>>>(lock, table, out); // launch: race-free; twin-launch: undecided
}
