// Rounds of a block end when nobody has changed anything: the flag is cleared between two barriers.
#include <cuda_runtime.h>

__global__ void components(const int2 *edges, int *label, int n, int m)
{
	__shared__ int changed;

	for (int v = threadIdx.x; v < n; v += blockDim.x)
		label[v] = v;
	__syncthreads();
	do {
		__syncthreads();
		if (threadIdx.x == 0)
			changed = 0;
		__syncthreads();
		for (int e = threadIdx.x; e < m; e += blockDim.x) {
			int a = edges[e].x, b = edges[e].y;
			int la = atomicAdd(&label[a], 0), lb = atomicAdd(&label[b], 0);
			if (la < lb) {
				atomicMin(&label[b], la);
				atomicOr(&changed, 1); // twin-race: intra-block,intra-warp
			} else if (lb < la) {
				atomicMin(&label[a], lb);
				atomicOr(&changed, 1); // twin-race: intra-block,intra-warp
			}
		}
		__syncthreads(); // twin:
	} while (changed); // twin-race: intra-block,intra-warp
}

void run(const int2 *edges, int *label, int n, int m)
{
	components<<<1, 1024>>>(edges, label, n, m); // launch: race-free; twin-launch: race
}
