// The first read of a stack's head is stored as the next node before the compare-and-swap: more than a guess, also where a loop takes it in.
#include <cuda_runtime.h>

struct node {
	int value, next;
};

__global__ void push(struct node *pool, int *head, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	pool[i].value = i * i;
	int old = atomicAdd(head, 0); // twin-race: inter-block, intra-block, intra-warp; twin: 	int old = *head;
	while (true) {
		pool[i].next = old;
		__threadfence();
		int seen = atomicCAS(head, old, i); // twin-race: inter-block, intra-block, intra-warp
		if (seen == old)
			break;
		old = seen;
	}
}

int main()
{
	struct node *pool;
	int *head;

	cudaMalloc(&pool, 10000 * sizeof(*pool));
	cudaMalloc(&head, sizeof(*head));
	cudaMemset(head, 0xff, sizeof(*head));
	push<<<40, 256>>>(pool, head, 10000); // launch: race-free; twin-launch: race
	return 0;
}
