// Who sets a vertex's bit of a map first gives it its level. In the twin it looks at another bit.
#include <cuda_runtime.h>

__global__ void visit(const int *edges, int n, unsigned *seen, int *level)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned v = edges[i], bit = 1u << (v % 32);
	unsigned old = atomicOr(&seen[v / 32], bit);
	if (!(old & bit)) // twin: if (!(old & bit << 1))
		level[v] = i; // twin-race: inter-block, intra-block, intra-warp
}

void run(const int *edges, int n, unsigned *seen, int *level)
{
	visit<<<n / 256 + 1, 256>>>(edges, n, seen, level); // launch: race-free; twin-launch: race
}
