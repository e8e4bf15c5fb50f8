// Blocks have work on stacks of their own and take it from those of others. All is done under locks, by atomics with fences, so that
// very many signals may order each pair: with a lock of block scope, threads that need none of them race.
struct stack {
	int locked, avail, top, done, taken, left;
};

__device__ void enter(struct stack *s)
{
	while (atomicCAS(&s->locked, 0, 1) != 0) // twin-race: inter-block; twin-cause: block scope; twin: 	while (atomicCAS_block(&s->locked, 0, 1) != 0)
		;
	__threadfence();
}

__device__ void leave(struct stack *s)
{
	__threadfence();
	atomicExch(&s->locked, 0); // twin-race: inter-block
}

__device__ int push(struct stack *s, int amount)
{
	enter(s);
	int room = 100 - atomicAdd(&s->avail, 0);
	__threadfence();
	if (amount < room) {
		atomicAdd(&s->avail, amount);
		atomicAdd(&s->top, amount); // twin-race: inter-block
	}
	__threadfence();
	atomicAdd(&s->left, 1);
	leave(s);
	return room;
}

__device__ int pull(struct stack *s)
{
	enter(s);
	int found = atomicAdd(&s->avail, 0);
	__threadfence();
	if (found > 0) {
		int next = atomicSub(&s->avail, 1);
		if (next - 1 < 0)
			atomicExch(&s->avail, 0);
		s->top = s->top - 1; // twin-race: inter-block
	}
	__threadfence();
	atomicAdd(&s->taken, found > 0);
	leave(s);
	return found;
}

__global__ void work(struct stack *stacks, int n)
{
	int round = 0;
	if (threadIdx.x != 0)
		return;
	do {
		int amount = pull(&stacks[blockIdx.x]);
		push(&stacks[blockIdx.x], amount);
		int other = pull(&stacks[(blockIdx.x + round) % gridDim.x]);
		__threadfence();
		atomicAdd(&stacks[blockIdx.x].done, other > 0);
		push(&stacks[blockIdx.x], other);
		other = pull(&stacks[(blockIdx.x + 1) % gridDim.x]);
		push(&stacks[blockIdx.x], other);
		other = pull(&stacks[(blockIdx.x + 2) % gridDim.x]);
		push(&stacks[blockIdx.x], other);
		round = 0;
		for (unsigned i = 0; i < gridDim.x; i++)
			round += atomicAdd(&stacks[i].avail, 0) > 0;
	} while (round < n);
}

int main(int argc, char **argv)
{
	struct stack *stacks;
	cudaMalloc(&stacks, 16 * sizeof(*stacks));
	cudaMemset(stacks, 0, 16 * sizeof(*stacks));
	work<<<16, 64>>>(stacks, argc); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
