// Warp results are read by the first warp: a warp barrier is too narrow for that.
#include <cuda_runtime.h>

__global__ void maxima(const float *in, float *out, int n)
{
	__shared__ float top[32];
	float v = -1e30f;

	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		v = fmaxf(v, in[i]);
	for (int o = 16; o > 0; o >>= 1)
		v = fmaxf(v, __shfl_down_sync(0xffffffff, v, o));
	if ((threadIdx.x & 31) == 0)
		top[threadIdx.x >> 5] = v; // twin-race: intra-block
	__syncthreads(); // twin: __syncwarp();
	if (threadIdx.x < 32) {
		v = threadIdx.x < blockDim.x / 32 ? top[threadIdx.x] : -1e30f; // twin-race: intra-block
		for (int o = 16; o > 0; o >>= 1)
			v = fmaxf(v, __shfl_down_sync(0xffffffff, v, o));
		if (threadIdx.x == 0)
			out[blockIdx.x] = v;
	}
}

void run(const float *in, float *out, int n)
{
	maxima<<<120, 1024>>>(in, out, n); // launch: race-free; twin-launch: race
}
