// An MCS lock is left by who took it; in the twin another thread of the block leaves it, perhaps too early.
#include <cuda_runtime.h>

struct node {
	volatile int locked;
	volatile int next;
};

__device__ int tail;
__device__ struct node nodes[1025];

__device__ void acquire(int me)
{
	nodes[me].next = 0;
	nodes[me].locked = 1;
	__threadfence();
	int pred = atomicExch(&tail, me);
	if (pred != 0) {
		nodes[pred].next = me;
		while (nodes[me].locked)
			;
	}
	__threadfence();
}

__device__ void release(int me)
{
	__threadfence();
	if (nodes[me].next == 0) {
		if (atomicCAS(&tail, me, 0) == me)
			return;
		while (nodes[me].next == 0)
			;
	}
	nodes[nodes[me].next].locked = 0;
}

__global__ void count(int *total)
{
	int me = blockIdx.x + 1;
	if (threadIdx.x == 0) {
		acquire(me);
		total[0] = total[0] + 1; // twin-race: inter-block
	}
	if (threadIdx.x == 0) // twin: if (threadIdx.x == 1)
		release(me);
}

int main(void)
{
	int *total;
	cudaMalloc(&total, sizeof(int));
	count<<<1024, 64>>>(total); // launch: race-free; twin-launch: race
	return 0;
}
