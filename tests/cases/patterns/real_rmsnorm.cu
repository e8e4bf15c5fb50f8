// RMS norm with one warp reduction and a broadcast through shared memory.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void rmsnorm(const __half *x, const __half *w, __half *y, int hidden, float eps)
{
	__shared__ float part[32];
	__shared__ float scale;
	const __half *in = x + (long)blockIdx.x * hidden;
	float s = 0;

	for (int i = threadIdx.x; i < hidden; i += blockDim.x) {
		float v = __half2float(in[i]);
		s += v * v;
	}
	for (int o = 16; o > 0; o >>= 1)
		s += __shfl_down_sync(0xffffffff, s, o);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = s;
	__syncthreads();
	if (threadIdx.x < 32) {
		s = threadIdx.x < (blockDim.x + 31) / 32 ? part[threadIdx.x] : 0;
		for (int o = 16; o > 0; o >>= 1)
			s += __shfl_down_sync(0xffffffff, s, o);
		if (threadIdx.x == 0)
			scale = rsqrtf(s / hidden + eps); // twin-race: intra-block,intra-warp
	}
	__syncthreads(); // twin:
	for (int i = threadIdx.x; i < hidden; i += blockDim.x)
		y[(long)blockIdx.x * hidden + i] = __float2half(__half2float(in[i]) * scale * __half2float(w[i])); // twin-race: intra-block,intra-warp
}

void forward(const __half *x, const __half *w, __half *y, int tokens, int hidden)
{
	rmsnorm<<<tokens, hidden < 1024 ? hidden : 1024>>>(x, w, y, hidden, 1e-5f); // launch: race-free; twin-launch: race
}
