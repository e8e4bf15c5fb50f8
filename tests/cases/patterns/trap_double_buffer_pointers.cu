// Double buffering by swapped pointers into dynamic shared memory: one barrier a round is enough.
#include <cuda_runtime.h>

__global__ void diffuse(const float *in, float *out, int steps)
{
	extern __shared__ float smem[];
	float *cur = smem, *next = smem + blockDim.x;
	int t = threadIdx.x, n = blockDim.x;

	cur[t] = in[blockIdx.x * n + t];
	__syncthreads();
	for (int s = 0; s < steps; s++) {
		next[t] = 0.5f * cur[t] + 0.25f * (cur[(t + 1) % n] + cur[(t + n - 1) % n]); // twin-race: intra-block,intra-warp; twin: 		cur[t] = 0.5f * cur[t] + 0.25f * (cur[(t + 1) % n] + cur[(t + n - 1) % n]);
		__syncthreads();
		float *swap = cur;
		cur = next;
		next = swap;
	}
	out[blockIdx.x * n + t] = cur[t];
}

void run(const float *in, float *out, int steps, int blocks, int threads)
{
	diffuse<<<blocks, threads, 2 * threads * sizeof(float)>>>(in, out, steps); // launch: race-free; twin-launch: race
}
