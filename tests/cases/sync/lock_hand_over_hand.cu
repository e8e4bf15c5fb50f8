// The lock of a list's next node is taken before that of this one is left: who holds which node is not followed. In the twin a node is
// changed once more when its lock is left.
struct node {
	int lock, key, next;
};

__global__ void walk(struct node *nodes, int *out, int head)
{
	if (threadIdx.x != 0)
		return;
	int at = head, sum = 0;
	while (atomicCAS(&nodes[at].lock, 0, 1))
		;
	__threadfence();
	while (true) {
		sum += nodes[at].key; // twin-race: inter-block
		nodes[at].key = sum & 7; // twin-race: inter-block
		int next = nodes[at].next;
		if (next < 0)
			break;
		while (atomicCAS(&nodes[next].lock, 0, 1))
			;
		__threadfence();
		atomicExch(&nodes[at].lock, 0);
		sum += 1; // twin-race: inter-block; twin-race(warning): inter-block; twin: 		nodes[at].key = 1;
		at = next;
	}
	__threadfence();
	atomicExch(&nodes[at].lock, 0);
	out[blockIdx.x] = sum;
}

int main()
{
	struct node *nodes;
	int *out;
	cudaMalloc(&nodes, 100 * sizeof(*nodes));
	cudaMalloc(&out, 64 * sizeof(int));
	walk<<<64, 32>>>(nodes, out, 0); // launch: undecided; twin-launch: race
}
