// Copies of the next tile run while this one is computed on; the wait leaves one group pending.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

template <int T>
__global__ void dot(const float *a, const float *b, float *out, int tiles)
{
	__shared__ float as[2][T], bs[2][T];
	int t = threadIdx.x;
	float sum = 0;

	__pipeline_memcpy_async(&as[0][t], &a[t], sizeof(float)); // twin-race: intra-block,intra-warp
	__pipeline_memcpy_async(&bs[0][t], &b[t], sizeof(float)); // twin-race: intra-block,intra-warp
	__pipeline_commit();
	for (int k = 0; k < tiles; k++) {
		if (k + 1 < tiles) {
			__pipeline_memcpy_async(&as[(k + 1) & 1][t], &a[(k + 1) * T + t], sizeof(float)); // twin-race: intra-block,intra-warp
			__pipeline_memcpy_async(&bs[(k + 1) & 1][t], &b[(k + 1) * T + t], sizeof(float)); // twin-race: intra-block,intra-warp
		}
		__pipeline_commit();
		__pipeline_wait_prior(1);
		__syncthreads(); // twin:
		for (int i = 0; i < T; i++)
			sum += as[k & 1][i] * bs[k & 1][(i + t) % T]; // twin-race: intra-block,intra-warp
		__syncthreads();
	}
	out[blockIdx.x * T + t] = sum;
}

void run(const float *a, const float *b, float *out, int tiles)
{
	dot<64><<<8, 64>>>(a, b, out, tiles); // launch: race-free; twin-launch: race
}
