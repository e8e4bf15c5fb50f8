// A tile that is filled several times over, with what the array holds or with 0 beyond its end.
#include <cuda_runtime.h>

__global__ void fill(const float *in, float *out, int n)
{
	__shared__ float tile[64];
	int t = threadIdx.x % 64, i = blockIdx.x * 64 + t;
	tile[t] = i < n ? in[i] : 0; // race(warning): intra-block; twin-race: intra-block; twin: tile[t] = i < n ? in[i] : threadIdx.x;
	__syncthreads();
	if (threadIdx.x < 64)
		out[i] = tile[63 - t];
}

void run(const float *in, float *out, int n)
{
	fill<<<(n + 63) / 64, 128>>>(in, out, n); // launch: race; twin-launch: race
}
