// One thread claims each node, as breadth-first search does: the node's mark, not another's.
#include <cuda_runtime.h>

__global__ void visit(const int *edge, int *mark, int *parent, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int v = edge[i];
	if (atomicCAS(&mark[v], 0, 1) == 0) // twin: if (atomicCAS(&mark[i], 0, 1) == 0)
		parent[v] = i; // twin-race: inter-block,intra-block,intra-warp
}

void run(const int *edge, int *mark, int *parent, int n)
{
	visit<<<(n + 127) / 128, 128>>>(edge, mark, parent, n); // launch: race-free; twin-launch: race
}
