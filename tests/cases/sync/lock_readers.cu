// Readers and one writer: the count of readers, or -1 while the writer has the lock. In the twin readers come in beside it.
#include <cuda_runtime.h>

__device__ int state;

__device__ void lock_read()
{
	int seen;
	do {
		do
			seen = atomicAdd(&state, 0);
		while (seen < 0); // twin: while (seen < -1);
	} while (atomicCAS(&state, seen, seen + 1) != seen);
	__threadfence();
}

__device__ void unlock_read()
{
	__threadfence();
	atomicSub(&state, 1);
}

__device__ void lock_write()
{
	while (atomicCAS(&state, 0, -1) != 0)
		;
	__threadfence();
}

__device__ void unlock_write()
{
	__threadfence();
	atomicExch(&state, 0);
}

__global__ void serve(int *table, int *out)
{
	int i = blockIdx.x;
	if (i % 8 == 0) {
		lock_write();
		table[0] += i; // twin-race: inter-block
		table[1] -= i; // twin-race: inter-block
		unlock_write();
	} else {
		lock_read();
		out[i] = table[0] + table[1]; // twin-race: inter-block
		unlock_read();
	}
}

void run(int *table, int *out)
{
	serve<<<64, 1>>>(table, out); // launch: race-free; twin-launch: race
}
