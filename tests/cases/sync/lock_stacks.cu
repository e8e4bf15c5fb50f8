// Stacks of blocks with counters and lock in one struct; a lane takes the lock for its warp, lanes take and put work under it.
#include <cuda_runtime.h>

enum { BLOCKS = 16, DEPTH = 256 };

struct stack {
	int depth, work, top, locked, total, leaves;
};

__device__ void take(stack *s)
{
	__syncwarp();
	while (threadIdx.x % 32 == 0 && atomicCAS(&s->locked, 0, 1) != 0)
		;
	__threadfence();
	__syncwarp();
}

__device__ void leave(stack *s)
{
	__syncwarp();
	__threadfence();
	if (threadIdx.x % 32 == 0)
		atomicExch(&s->locked, 0);
	__syncwarp();
}

__device__ void put(stack *s, int *nodes, int first, int number)
{
	take(s);
	if (number > 0) {
		atomicAdd(&s->total, number);
		int amount = atomicAdd(&s->work, number) + number;
		if (amount > DEPTH)
			atomicAdd(&s->leaves, 1);
		int at = atomicSub(&s->top, number) - 1;
		for (int i = 0; i < number; i++) {
			if (at < first)
				at += DEPTH;
			atomicExch(&nodes[at], number);
			at--;
		}
	}
	__syncwarp();
	if (threadIdx.x % 32 == 0 && atomicAdd(&s->top, 0) < first)
		atomicAdd(&s->top, DEPTH);
	atomicExch(&s->work, min(atomicAdd(&s->work, 0), DEPTH));
	leave(s);
}

__global__ void search(stack *own, int *near, stack *all, int *far, int limit)
{
	int lane = threadIdx.x % 32, from = blockIdx.x;
	bool more;

	do {
		int found = 0;
		take(&own[blockIdx.x]);
		if (atomicAdd(&own[blockIdx.x].work, 0) > lane && lane == 0) {
			found = own[blockIdx.x].depth; // twin-race: intra-block
			own[blockIdx.x].depth = found + 1; // twin-race: intra-block
			if (atomicSub(&own[blockIdx.x].work, 32) < 32)
				atomicExch(&own[blockIdx.x].work, 0);
		}
		leave(&own[blockIdx.x]);
		put(&own[blockIdx.x], near, DEPTH * blockIdx.x, found % 5);
		put(&all[blockIdx.x], far, DEPTH * blockIdx.x, found % 3);
		int victim = from;
		from = (from + 1) % BLOCKS;
		take(&all[victim]);
		if (atomicAdd(&all[victim].work, 0) > lane && lane == 0) {
			found = all[victim].depth;
			all[victim].depth = found + 1;
			if (atomicSub(&all[victim].work, 32) < 32)
				atomicExch(&all[victim].work, 0);
		}
		leave(&all[victim]); // twin: leave(&own[victim]);
		put(&own[blockIdx.x], near, DEPTH * blockIdx.x, found % 7);
		put(&all[blockIdx.x], far, DEPTH * blockIdx.x, found % 4);
		more = false;
		for (int i = 0; i < BLOCKS && !more; i++)
			more = atomicAdd(&own[i].work, 0) > 0 || atomicAdd(&all[i].work, 0) > 0;
		__syncwarp();
	} while (more && limit-- > 0);
}

int main()
{
	stack *own, *all;
	int *near, *far;

	cudaMalloc(&own, BLOCKS * sizeof(*own));
	cudaMalloc(&all, BLOCKS * sizeof(*all));
	cudaMalloc(&near, BLOCKS * DEPTH * sizeof(int));
	cudaMalloc(&far, BLOCKS * DEPTH * sizeof(int));
	search<<<BLOCKS, 64>>>(own, near, all, far, 100); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
