// BFS within a block: the size of the frontier is the loop condition.
#include <cuda_runtime.h>

#define CAP 1024

__global__ void bfs_block(const int *offset, const int *edge, int *level, int source)
{
	__shared__ int queue[2][CAP];
	__shared__ int size, grown;
	int cur = 0, depth = 1;

	if (threadIdx.x == 0) {
		queue[0][0] = source;
		size = 1;
		grown = 0;
	}
	__syncthreads();
	while (size > 0) { // twin-race: intra-block,intra-warp
		for (int i = threadIdx.x; i < size; i += blockDim.x) { // twin-race: intra-block,intra-warp
			int v = queue[cur][i];
			for (int e = offset[v]; e < offset[v + 1]; e++)
				if (atomicCAS(&level[edge[e]], -1, depth) == -1) {
					int slot = atomicAdd(&grown, 1); // twin-race: intra-block,intra-warp
					if (slot < CAP)
						queue[cur ^ 1][slot] = edge[e]; // twin-race: intra-block,intra-warp
				}
		}
		__syncthreads();
		if (threadIdx.x == 0) {
			size = min(grown, CAP); // twin-race: intra-block,intra-warp
			grown = 0; // twin-race: intra-block,intra-warp
		}
		__syncthreads(); // twin:
		cur ^= 1;
		depth++;
	}
}

void search(const int *offset, const int *edge, int *level, int source)
{
	bfs_block<<<1, 256>>>(offset, edge, level, source); // launch: race-free; twin-launch: race
}
