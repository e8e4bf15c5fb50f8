// The same by pointers: what leaves a lock may be to the first node, whose lock does not elect a thread for good. In the twin a node is
// changed when its lock has been left.
struct node {
	int lock, key;
	struct node *next;
};

__device__ void take(struct node *node)
{
	while (atomicCAS(&node->lock, 0, 1))
		;
	__threadfence();
}

__device__ void leave(struct node *node)
{
	__threadfence();
	atomicExch(&node->lock, 0);
}

__global__ void walk(struct node *head)
{
	if (threadIdx.x != 0)
		return;
	struct node *at = head;
	take(at);
	while (at) {
		struct node *next = at->next;
		if (next)
			take(next);
		at->key += 1; // twin-race: inter-block
		leave(at); // twin-race: inter-block; twin: 		leave(at), at->key += 2;
		at = next;
	}
}

int main()
{
	struct node *nodes;
	cudaMallocManaged(&nodes, 100 * sizeof(*nodes));
	walk<<<64, 32>>>(nodes); // launch: undecided; twin-launch: race
}
