// A node is looked at first and then claimed by compare-and-swap; only the winner writes.
#include <cuda_runtime.h>

__global__ void match(const int *row, const int *col, int *mate, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;

	if (v >= n)
		return;
	for (int e = row[v]; e < row[v + 1]; e++) {
		int u = col[e];
		if (atomicCAS(&mate[u], -1, v) == -1) // twin-race: inter-block,intra-block,intra-warp; twin: 		if (mate[u] == -1 && (mate[u] = v) == v)
			break;
	}
}

void run(const int *row, const int *col, int *mate, int n)
{
	match<<<(n + 127) / 128, 128>>>(row, col, mate, n); // launch: race-free; twin-launch: race
}
