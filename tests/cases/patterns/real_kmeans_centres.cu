// New centres are summed up in shared memory, then added to the global ones.
#include <cuda_runtime.h>

template <int K>
__global__ void centres(const float2 *p, const int *label, float *sx, float *sy, int *count, int n)
{
	__shared__ float x[K], y[K];
	__shared__ int c[K];

	if (threadIdx.x < K) {
		x[threadIdx.x] = y[threadIdx.x] = 0;
		c[threadIdx.x] = 0;
	}
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int l = label[i];
		atomicAdd(&x[l], p[i].x); // twin-race: intra-block,intra-warp
		atomicAdd(&y[l], p[i].y); // twin-race: intra-block,intra-warp
		atomicAdd(&c[l], 1); // twin-race: intra-block,intra-warp
	}
	__syncthreads(); // twin:
	if (threadIdx.x < K) {
		atomicAdd(&sx[threadIdx.x], x[threadIdx.x]); // twin-race: intra-block,intra-warp
		atomicAdd(&sy[threadIdx.x], y[threadIdx.x]); // twin-race: intra-block,intra-warp
		atomicAdd(&count[threadIdx.x], c[threadIdx.x]); // twin-race: intra-block,intra-warp
	}
}

void run(const float2 *p, const int *label, float *sx, float *sy, int *count, int n)
{
	centres<16><<<64, 256>>>(p, label, sx, sy, count, n); // launch: race-free; twin-launch: race
}
