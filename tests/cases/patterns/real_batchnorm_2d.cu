// Mean and variance of a channel with two-dimensional blocks and a shared pair of sums.
#include <cuda_runtime.h>

__global__ void stats(const float *x, float *mean, float *var, int batch, int channels, int hw)
{
	__shared__ float2 s[8][32];
	int c = blockIdx.x, tx = threadIdx.x, ty = threadIdx.y;
	float2 v = make_float2(0, 0);

	for (int n = ty; n < batch; n += blockDim.y)
		for (int i = tx; i < hw; i += blockDim.x) {
			float f = x[(n * channels + c) * hw + i];
			v.x += f;
			v.y += f * f;
		}
	s[ty][tx] = v;
	__syncthreads();
	for (int d = 4; d > 0; d >>= 1) {
		if (ty < d) {
			s[ty][tx].x += s[ty + d][tx].x; // twin-race: intra-block
			s[ty][tx].y += s[ty + d][tx].y; // twin-race: intra-block
		}
		__syncthreads(); // twin:
	}
	if (ty == 0) {
		v = s[0][tx];
		for (int o = 16; o > 0; o >>= 1) {
			v.x += __shfl_down_sync(0xffffffff, v.x, o);
			v.y += __shfl_down_sync(0xffffffff, v.y, o);
		}
		if (tx == 0) {
			mean[c] = v.x / (batch * hw);
			var[c] = v.y / (batch * hw);
		}
	}
}

void run(const float *x, float *mean, float *var, int batch, int channels, int hw)
{
	stats<<<channels, dim3(32, 8)>>>(x, mean, var, batch, channels, hw); // launch: race-free; twin-launch: race
}
