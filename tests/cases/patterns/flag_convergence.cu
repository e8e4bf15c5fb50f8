// A thread clears the flag of the block at the start of a round, others set it: the clearing must be behind the last reading.
#include <cuda_runtime.h>

__global__ void relax(float *v, int rounds)
{
	__shared__ float x[128];
	__shared__ bool moved;
	int t = threadIdx.x;

	x[t] = v[blockIdx.x * 128 + t];
	moved = true; // race(warning): intra-block,intra-warp; twin-race(warning): intra-block,intra-warp
	__syncthreads();
	while (moved && rounds-- > 0) { // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
		if (t == 0)
			moved = false; // twin-race: intra-block,intra-warp
		float l = x[max(t - 1, 0)], r = x[min(t + 1, 127)];
		__syncthreads();
		float next = 0.5f * (l + r);
		if (fabsf(next - x[t]) > 1e-3f)
			moved = true; // race(warning): intra-block,intra-warp; twin-race(warning): intra-block,intra-warp
		x[t] = next;
		__syncthreads();
	}
	v[blockIdx.x * 128 + t] = x[t];
}

void run(float *v, int blocks)
{
	relax<<<blocks, 128>>>(v, 1000); // launch: race; twin-launch: race
}
