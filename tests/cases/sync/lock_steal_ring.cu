/*
 * Blocks serve their own list first, then those of the blocks behind them in a ring, each under its lock. The locks are
 * those of warps' leaders; what a warp does depends on what it took. In the twin the locks have block scope.
 */
#define BLOCKS 30
#define DEPTH 256

struct list {
	int locked, count, top, total;
};

__device__ void take(int *lock)
{
	__syncwarp();
	while (threadIdx.x % 32 == 0 && atomicCAS(lock, 0, 1) != 0) // twin-race: inter-block; twin: 	while (threadIdx.x % 32 == 0 && atomicCAS_block(lock, 0, 1) != 0)
		;
	__threadfence();
	__syncwarp();
}

__device__ void leave(int *lock)
{
	__syncwarp();
	if (threadIdx.x % 32 == 0) {
		__threadfence();
		atomicExch(lock, 0); // twin-race: inter-block
	}
	__syncwarp();
}

__device__ void put(struct list *list, unsigned node)
{
	unsigned children = (node & 255) < (node >> 24) ? (node * 5 + 3) % 7 : 0;
	take(&list->locked);
	if (children > 0) {
		int found = atomicAdd(&list->count, children) + children;
		int more = found > DEPTH ? found - DEPTH : 0;
		if (more > 0)
			atomicAdd(&list->total, more);
	}
	leave(&list->locked);
}

__global__ void search(struct list *lists, const unsigned *nodes, int rounds)
{
	int i = blockIdx.x;
	unsigned node = 0;
	for (int r = 0; r < rounds; r++) {
		struct list *list = &lists[i];
		take(&list->locked);
		if (atomicAdd(&list->count, 0) > threadIdx.x % 32) {
			node = nodes[threadIdx.x];
			if (threadIdx.x % 32 == 0)
				list->top = (list->top + 1) % DEPTH; // twin-race: inter-block; twin-cause: scope too narrow: taking the lock at line
		}
		leave(&list->locked);
		put(&lists[blockIdx.x], node);
		i = (i + 1) % BLOCKS;
		node = node % 3 == 0 ? 0 : node + 1;
	}
}

int main(int argc, char **argv)
{
	struct list *lists;
	unsigned *nodes;
	cudaMalloc(&lists, BLOCKS * sizeof(*lists));
	cudaMalloc(&nodes, 64 * sizeof(*nodes));
	cudaMemset(lists, 0, BLOCKS * sizeof(*lists));
	search<<<BLOCKS, 64>>>(lists, nodes, argc); // launch: race-free; twin-launch: race
}
