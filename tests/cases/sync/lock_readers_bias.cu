// Readers add 1 and take it back when a writer is there, who has added more than all of them together.
#include <cuda_runtime.h>

#define WRITER 0x10000

struct shared_lock {
	int word;

	__device__ void enter_read()
	{
		while (atomicAdd(&word, 1) >= WRITER) { // twin: while (atomicAdd(&word, 1) > WRITER) {
			atomicSub(&word, 1);
			__nanosleep(10);
		}
		__threadfence();
	}
	__device__ void leave_read()
	{
		__threadfence();
		atomicSub(&word, 1);
	}
	__device__ void enter_write()
	{
		while (atomicCAS(&word, 0, WRITER) != 0)
			;
		__threadfence();
	}
	__device__ void leave_write()
	{
		__threadfence();
		atomicSub(&word, WRITER);
	}
};

__global__ void serve(shared_lock *locks, int *values, int *out)
{
	if (threadIdx.x)
		return;
	int cell = blockIdx.x / 4;
	if (blockIdx.x % 4 == 0) {
		locks[cell].enter_write();
		values[cell]++; // twin-race: inter-block
		locks[cell].leave_write();
	} else {
		locks[cell].enter_read();
		out[blockIdx.x] = values[cell]; // twin-race: inter-block
		locks[cell].leave_read();
	}
}

void run(shared_lock *locks, int *values, int *out)
{
	serve<<<64, 32>>>(locks, values, out); // launch: race-free; twin-launch: race
}
