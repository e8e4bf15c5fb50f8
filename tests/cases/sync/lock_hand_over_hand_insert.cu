// A sorted list whose head is locked first: what is read at the head under its lock, and what is changed in the node that is held behind the
// loop, the head perhaps, is not followed. In the twin the node is changed when its lock has been left.
struct node {
	int key, lock;
	node *next;
};

__device__ void take(node *n)
{
	while (atomicCAS(&n->lock, 0, 1) != 0)
		;
	__threadfence();
}

__device__ void leave(node *n)
{
	__threadfence();
	atomicExch(&n->lock, 0);
}

__global__ void insert(node *head, node *nodes)
{
	if (threadIdx.x != 0)
		return;
	node *own = &nodes[blockIdx.x], *at = head;
	own->key = blockIdx.x;
	own->lock = 0;
	take(at);
	node *next = at->next; // twin-race: inter-block
	while (next) {
		take(next);
		if (next->key >= own->key)
			break;
		leave(at);
		at = next;
		next = next->next; // twin-race: inter-block
	}
	own->next = next;
	at->next = own; // twin-race: inter-block; twin: 	leave(at), at->next = own;
	leave(at);
	if (next)
		leave(next);
}

int main(void)
{
	node *head, *nodes;
	cudaMalloc(&head, sizeof(node));
	cudaMalloc(&nodes, 64 * sizeof(node));
	cudaMemset(head, 0, sizeof(node));
	insert<<<64, 32>>>(head, nodes); // launch: undecided; twin-launch: race
	return 0;
}
