// Who sets a vertex's bit in the map of those that are visited, and finds it unset, has the vertex for itself, however the bit is
// asked for. In the twin nobody sets it.
#include <cuda_runtime.h>

__global__ void visit(const int *rows, const int *cols, unsigned *visited, int *parent, const int *front, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	for (int e = rows[front[i]]; e < rows[front[i] + 1]; e++) {
		int v = cols[e];
		unsigned bit = 1u << (v & 31);
		unsigned before = atomicOr(&visited[v >> 5], bit); // twin: 		unsigned before = atomicOr(&visited[v >> 5], 0);
		if (!(before >> (v & 31) & 1))
			parent[v] = front[i]; // twin-race: inter-block, intra-block, intra-warp
	}
}

void run(const int *rows, const int *cols, unsigned *visited, int *parent, const int *front, int n)
{
	visit<<<(n + 255) / 256, 256>>>(rows, cols, visited, parent, front, n); // launch: race-free; twin-launch: race
}
