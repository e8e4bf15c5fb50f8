// An MCS lock whose nodes are found by their addresses is not followed, with its fence before it is left and (twin) without.
#include <cuda_runtime.h>

struct node {
	struct node *volatile next;
	volatile int locked;
};

__device__ unsigned long long tail;

__global__ void count(struct node *nodes, int *total)
{
	if (threadIdx.x)
		return;
	struct node *me = &nodes[blockIdx.x];
	me->next = NULL;
	me->locked = 1;
	__threadfence();
	struct node *pred = (struct node *)atomicExch(&tail, (unsigned long long)me);
	if (pred) {
		pred->next = me;
		while (me->locked)
			;
	}
	__threadfence();
	*total += 1;
	__threadfence(); // twin:
	if (!me->next) {
		if (atomicCAS(&tail, (unsigned long long)me, 0ull) == (unsigned long long)me)
			return;
		while (!me->next)
			;
	}
	me->next->locked = 0;
}

int main(void)
{
	struct node *nodes;
	int *total;
	cudaMalloc(&nodes, 256 * sizeof(struct node));
	cudaMalloc(&total, sizeof(int));
	count<<<256, 32>>>(nodes, total); // launch: undecided; twin-launch: undecided
	return 0;
}
