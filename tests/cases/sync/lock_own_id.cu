// Who has the lock writes a number of its own there. In the twin thread 0 writes what says that it is free.
#include <cuda_runtime.h>

__global__ void count(int *lock, int *sum)
{
	int me = blockIdx.x * blockDim.x + threadIdx.x;
	bool done = false;
	while (!done) {
		if (atomicCAS(lock, 0, me + 1) == 0) { // twin: if (atomicCAS(lock, 0, me) == 0) {
			__threadfence();
			*sum += me; // twin-race: inter-block, intra-block, intra-warp
			__threadfence();
			atomicExch(lock, 0);
			done = true;
		}
	}
}

__global__ void swap_in(int *lock, int *sum)
{
	if (threadIdx.x)
		return;
	while (atomicExch(lock, blockIdx.x + 1) != 0)
		;
	__threadfence();
	*sum += 1;
	__threadfence();
	atomicExch(lock, 0);
}

void run(int *lock, int *sum, int n)
{
	count<<<n, 128>>>(lock, sum); // launch: race-free; twin-launch: race
	swap_in<<<n, 128>>>(lock, sum); // launch: race-free; twin-launch: race-free
}
