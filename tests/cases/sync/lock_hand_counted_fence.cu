// The same from the last node to the first, until one is found; the last lock is left behind the loop. In the twin a lock is left without a fence,
// so that who takes it next may see the node as it was.
struct node {
	int lock, value;
};

__device__ void take(struct node *node)
{
	while (atomicExch(&node->lock, 1) != 0)
		;
	__threadfence();
}

__global__ void walk(struct node *nodes, int n, int what)
{
	if (threadIdx.x != 0)
		return;
	int i = n - 1;
	take(&nodes[i]);
	while (i > 0) {
		if (nodes[i].value == what) // twin-race: inter-block
			break;
		take(&nodes[i - 1]);
		nodes[i].value = what; // twin-race: inter-block; twin-race(warning): inter-block; twin-cause: fence missing before the lock is released at line 26
		__threadfence(); // twin:
		atomicExch(&nodes[i].lock, 0);
		i--;
	}
	nodes[i].value += 3; // twin-race: inter-block
	__threadfence();
	atomicExch(&nodes[i].lock, 0);
}

int main(int argc, char **argv)
{
	struct node *nodes;
	cudaMalloc(&nodes, 100 * sizeof(*nodes));
	cudaMemset(nodes, 0, 100 * sizeof(*nodes));
	walk<<<8, 32>>>(nodes, 100, argc); // launch: race-free; twin-launch: race
}
