// A lambda fills the tile for a functor that reads it.
#include <cuda_runtime.h>

struct Sum {
	const float *tile;
	__device__ float operator()(int t) const { return tile[t] + tile[t + 1] + tile[t + 2]; } // twin-race: intra-block,intra-warp
};

__global__ void smooth(const float *in, float *out)
{
	__shared__ float tile[130];
	const int base = blockIdx.x * 128;
	auto fill = [&](int i) { tile[i] = in[base + i]; }; // twin-race: intra-block,intra-warp

	fill(threadIdx.x);
	if (threadIdx.x < 2)
		fill(128 + threadIdx.x);
	__syncthreads(); // twin:
	out[base + threadIdx.x] = Sum{ tile }(threadIdx.x);
}

void run(const float *in, float *out, int blocks)
{
	smooth<<<blocks, 128>>>(in, out); // launch: race-free; twin-launch: race
}
