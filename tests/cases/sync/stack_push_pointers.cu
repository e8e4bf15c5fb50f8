// A push by compare-and-swap on pointers, seeded by a plain load.
#include <cuda_runtime.h>

struct node {
	node *next;
	int v;
};

__global__ void push(node **head, node *pool, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	node *me = &pool[i];
	me->v = in[i];
	node *old = *head, *seen; // twin-race: inter-block, intra-block, intra-warp
	do {
		seen = old;
		me->next = seen;
		__threadfence();
		old = (node *)atomicCAS((unsigned long long *)head, (unsigned long long)seen, (unsigned long long)me); // twin-race: inter-block, intra-block, intra-warp; twin: *head = me;
	} while (old != seen);
}

void run(node **head, node *pool, const int *in, int n)
{
	push<<<(n + 255) / 256, 256>>>(head, pool, in, n); // launch: race-free; twin-launch: race
}
