// Level-synchronous BFS: neighbours may be given the same level by several threads.
#include <cuda_runtime.h>

__global__ void bfs(const int *row, const int *col, int *level, bool *more, int depth, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;

	if (v < n && level[v] == depth) // race: inter-block,intra-block,intra-warp; twin-race: inter-block,intra-block,intra-warp
		for (int e = row[v]; e < row[v + 1]; e++) {
			int u = col[e];
			if (level[u] < 0) { // race: inter-block,intra-block,intra-warp; twin-race: inter-block,intra-block,intra-warp
				level[u] = depth + 1; // race(warning): inter-block,intra-block,intra-warp; race: inter-block,intra-block,intra-warp; twin-race: inter-block,intra-block,intra-warp; twin: 				level[u] = v;
				*more = true; // race(warning): inter-block,intra-block,intra-warp; twin-race(warning): inter-block,intra-block,intra-warp
			}
		}
}

void run(const int *row, const int *col, int *level, bool *more, int depth, int n)
{
	bfs<<<(n + 255) / 256, 256>>>(row, col, level, more, depth, n); // launch: race; twin-launch: race
}
