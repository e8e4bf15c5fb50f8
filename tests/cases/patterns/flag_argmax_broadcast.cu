// The best candidate of a block is written by thread 0 and read by all; the block is reused for the next pick.
#include <cuda_runtime.h>
#include <float.h>

template <unsigned BLOCK>
__global__ void farthest(const float3 *p, float *dist, int *picked, int n, int m)
{
	__shared__ float best[BLOCK];
	__shared__ int where[BLOCK];
	int old = 0;

	if (threadIdx.x == 0)
		picked[blockIdx.x * m] = 0;
	dist += blockIdx.x * n;
	p += blockIdx.x * n;
	for (int j = 1; j < m; j++) {
		float b = -1;
		int w = 0;
		float3 c = p[old];
		for (int i = threadIdx.x; i < n; i += BLOCK) {
			float dx = p[i].x - c.x, dy = p[i].y - c.y, dz = p[i].z - c.z;
			float d = fminf(dx * dx + dy * dy + dz * dz, dist[i]);
			dist[i] = d;
			if (d > b) {
				b = d;
				w = i;
			}
		}
		best[threadIdx.x] = b;
		where[threadIdx.x] = w; // twin-race: intra-block,intra-warp
		__syncthreads();
		for (unsigned s = BLOCK / 2; s > 0; s >>= 1) {
			if (threadIdx.x < s && best[threadIdx.x + s] > best[threadIdx.x]) {
				best[threadIdx.x] = best[threadIdx.x + s];
				where[threadIdx.x] = where[threadIdx.x + s];
			}
			__syncthreads();
		}
		old = where[0]; // twin-race: intra-block,intra-warp
		if (threadIdx.x == 0)
			picked[blockIdx.x * m + j] = old;
		__syncthreads(); // twin:
	}
}

void sample(const float3 *p, float *dist, int *picked, int b, int n, int m)
{
	if (m < 1)
		return;
	farthest<256><<<b, 256>>>(p, dist, picked, n, m); // launch: race-free; twin-launch: race
}
