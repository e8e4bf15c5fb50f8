// Block reduction by warp partials, used for the maximum and then for the sum of a softmax row.
#include <cuda_runtime.h>

template <typename Op>
__device__ float block_reduce(float v, float *part, Op op, float neutral)
{
	int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;

	for (int o = 16; o > 0; o /= 2)
		v = op(v, __shfl_xor_sync(0xffffffff, v, o));
	__syncthreads(); // twin:
	if (lane == 0)
		part[warp] = v; // twin-race: intra-block,intra-warp
	__syncthreads();
	v = lane < (blockDim.x >> 5) ? part[lane] : neutral; // twin-race: intra-block,intra-warp
	for (int o = 16; o > 0; o /= 2)
		v = op(v, __shfl_xor_sync(0xffffffff, v, o));
	return v;
}

__global__ void softmax(const float *x, float *y, int cols)
{
	__shared__ float part[32];
	const float *in = x + (size_t)blockIdx.x * cols;
	float *out = y + (size_t)blockIdx.x * cols;
	float m = -INFINITY;

	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		m = fmaxf(m, in[c]);
	m = block_reduce(m, part, [] __device__(float a, float b) { return fmaxf(a, b); }, -INFINITY);
	float s = 0;
	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		s += expf(in[c] - m);
	s = block_reduce(s, part, [] __device__(float a, float b) { return a + b; }, 0.0f);
	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		out[c] = expf(in[c] - m) / s;
}

void forward(const float *x, float *y, int rows, int cols, cudaStream_t stream)
{
	int threads = cols >= 1024 ? 512 : 128;
	softmax<<<rows, threads, 0, stream>>>(x, y, cols); // launch: race-free; twin-launch: race
}
