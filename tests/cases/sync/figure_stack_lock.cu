// ScoRD, figure 5: a global stack behind a lock of device scope; of block scope it protects nothing from other blocks.
#include <cuda_runtime.h>

struct stack {
	int lock, top, work;
};

__global__ void search(stack *stacks, const int *victim)
{
	stack *s = &stacks[victim[blockIdx.x]];
	while (atomicCAS(&s->lock, 0, 1) != 0)
		;
	__threadfence();
	s->top++; // twin-race: inter-block; twin-cause: block scope
	s->work--; // twin-race: inter-block
	__threadfence(); // twin: __threadfence_block();
	atomicExch(&s->lock, 0);
}

void run(stack *stacks, const int *victim)
{
	search<<<8, 1>>>(stacks, victim); // launch: race-free; twin-launch: race
}
