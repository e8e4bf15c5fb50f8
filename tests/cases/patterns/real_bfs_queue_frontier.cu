// Frontier expansion: queue positions of a warp's neighbours come from one global addition.
#include <cuda_runtime.h>

__global__ void expand(const int *row, const int *col, int *visited, const int *in, int n_in, int *out, int *n_out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n_in)
		return;
	int v = in[i];
	for (int e = row[v]; e < row[v + 1]; e++) {
		int u = col[e];
		if (atomicExch(&visited[u], 1) == 0) // twin-race: inter-block,intra-block,intra-warp; twin: 		if (visited[u] == 0 && (visited[u] = v + 1))
			out[atomicAdd(n_out, 1)] = u;
	}
}

void run(const int *row, const int *col, int *visited, const int *in, int n_in, int *out, int *n_out)
{
	expand<<<(n_in + 255) / 256, 256>>>(row, col, visited, in, n_in, out, n_out); // launch: race-free; twin-launch: race
}
