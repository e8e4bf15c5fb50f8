// The writer's bit is above the readers' count, which has room for 64 of them. In the twin more come, and carry into the bit.
#include <cuda_runtime.h>

#define WRITER 64

__global__ void serve(int *lock, int *table, int *out)
{
	int i = blockIdx.x;
	if (threadIdx.x)
		return;
	if (i == 0) {
		while (atomicCAS(lock, 0, WRITER) != 0)
			;
		__threadfence();
		table[0] = 1; // twin-race: inter-block
		__threadfence();
		atomicSub(lock, WRITER);
	} else {
		while (atomicAdd(lock, 1) & WRITER)
			atomicSub(lock, 1);
		__threadfence();
		out[i] = table[0]; // twin-race: inter-block
		__threadfence();
		atomicSub(lock, 1);
	}
}

void run(int *lock, int *table, int *out)
{
	serve<<<64, 32>>>(lock, table, out); // launch: race-free; twin-launch: race; twin: serve<<<65536, 32>>>(lock, table, out);
}
