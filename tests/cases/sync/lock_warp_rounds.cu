// A warp takes one lock twice in each round of a loop, for two sections (ScoR, tree search).
#include <cuda_runtime.h>

struct stack { volatile int top; int lock; int work[32]; };

__global__ void search(stack *stacks, const int *more)
{
	stack *own = &stacks[blockIdx.x];
	int lane = threadIdx.x % 32;
	do {
		__syncwarp();
		while (lane == 0 && atomicCAS_block(&own->lock, 0, 1) != 0)
			;
		__threadfence_block();
		__syncwarp();
		own->work[lane] += own->top; // twin-race: intra-block; twin-cause: fence missing before the lock is released
		__syncwarp();
		if (lane == 0) {
			__threadfence_block(); // twin:
			atomicExch_block(&own->lock, 0);
		}
		__syncwarp();
		if (lane == 0)
			while (atomicCAS_block(&own->lock, 0, 1) != 0)
				;
		__threadfence_block();
		__syncwarp();
		own->work[31 - lane] -= 1; // twin-race: intra-block
		__syncwarp();
		if (lane == 0) {
			__threadfence_block();
			atomicExch_block(&own->lock, 0);
		}
		__syncwarp();
	} while (more[blockIdx.x]);
}

void run(stack *stacks, const int *more)
{
	search<<<60, 256>>>(stacks, more); // launch: race-free; twin-launch: race
}
