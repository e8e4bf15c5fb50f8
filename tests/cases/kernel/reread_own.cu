// A closure in steps: whoever owns an element of row or column k has just read that element as nonzero, and writes zeros only.
#include <cuda_runtime.h>

__global__ void closure(unsigned int *graph)
{
	__shared__ unsigned int tile[8][8];
	int x = threadIdx.x, y = threadIdx.y;

	tile[y][x] = graph[y * 8 + x];
	__syncthreads();
	for (unsigned int k = 0; k < 8; k++) {
		if (tile[y][x] == 0) // twin: if (tile[y][x] < 2)
			if (tile[y][k] != 0 && tile[k][x] != 0) // twin-race: intra-block,intra-warp
				tile[y][x] = k + 2; // twin-race: intra-block,intra-warp
		__syncthreads();
	}
	graph[y * 8 + x] = tile[y][x];
}

int main()
{
	unsigned int *graph;

	cudaMalloc(&graph, 64 * sizeof(*graph));
	closure<<<1, dim3(8, 8)>>>(graph); // launch: race-free; twin-launch: race
	return 0;
}
