// Distances are lowered atomically by the edges of others, and stored plainly for the source.
#include <cuda_runtime.h>

__global__ void relax(const int *row, const int *col, const int *w, int *dist, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;

	if (v >= n)
		return;
	int d = atomicAdd(&dist[v], 0); // twin-race: inter-block,intra-block,intra-warp; twin: 	int d = dist[v];
	for (int e = row[v]; e < row[v + 1]; e++)
		atomicMin(&dist[col[e]], d + w[e]); // twin-race: inter-block,intra-block,intra-warp
}

void run(const int *row, const int *col, const int *w, int *dist, int n)
{
	relax<<<(n + 255) / 256, 256>>>(row, col, w, dist, n); // launch: race-free; twin-launch: race
}
