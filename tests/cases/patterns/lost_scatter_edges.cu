// Edges add to both ends: a scatter with plain additions loses updates.
#include <cuda_runtime.h>

struct Edge {
	int a, b;
	float w;
};

__global__ void scatter(const Edge *edges, float *sum, int m)
{
	int e = blockIdx.x * blockDim.x + threadIdx.x;

	if (e >= m)
		return;
	Edge edge = edges[e];
	atomicAdd(&sum[edge.a], edge.w); // twin-race: inter-block,intra-block,intra-warp
	atomicAdd(&sum[edge.b], -edge.w); // twin-race: inter-block,intra-block,intra-warp; twin: 	sum[edge.b] -= edge.w;
}

void run(const Edge *edges, float *sum, int m)
{
	scatter<<<(m + 255) / 256, 256>>>(edges, sum, m); // launch: race-free; twin-launch: race
}
