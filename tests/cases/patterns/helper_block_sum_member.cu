// A reducer object with its buffer as a member is used for three moments in turn.
#include <cuda_runtime.h>

struct Reducer {
	float *s;
	__device__ explicit Reducer(float *buf) : s(buf) {}
	__device__ float operator()(float v) const
	{
		const int t = threadIdx.x;
		s[t] = v; // twin-race: intra-block,intra-warp
		for (int d = blockDim.x / 2; d > 0; d >>= 1) {
			__syncthreads();
			if (t < d)
				s[t] += s[t + d];
		}
		__syncthreads();
		float r = s[0]; // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
		return r;
	}
};

__global__ void moments(const float *x, float3 *out)
{
	extern __shared__ float buf[];
	Reducer sum(buf);
	float v = x[blockIdx.x * blockDim.x + threadIdx.x];
	float a = sum(v), b = sum(v * v), c = sum(v * v * v);

	if (threadIdx.x == 0)
		out[blockIdx.x] = make_float3(a, b, c);
}

void run(const float *x, float3 *out, int blocks)
{
	moments<<<blocks, 256, 256 * sizeof(float)>>>(x, out); // launch: race-free; twin-launch: race
}
