// A stack that this launch only pops: every atomicSub finds another top.
#include <cuda_runtime.h>

struct stack {
	int top, items[4096];
};

__global__ void pop(stack *s, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int k = atomicSub(&s->top, 1) - 1; // twin: int k = atomicSub(&s->top, 0) - 1;
	if (k >= 0) {
		out[i] = s->items[k]; // twin-race: inter-block, intra-block, intra-warp
		s->items[k] = i; // twin-race: inter-block, intra-block, intra-warp
	}
}

void run(stack *s, int *out, int n)
{
	pop<<<(n + 255) / 256, 256>>>(s, out, n); // launch: race-free; twin-launch: race
}
