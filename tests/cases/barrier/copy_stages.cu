// Two stages: round i computes on one buffer while the next is copied; the twin leaves a group too many pending.
#include <cuda_pipeline_primitives.h>
#include <cuda_runtime.h>

__global__ void stages(const int *in, int *out, int n)
{
	__shared__ int s[2][64];
	int t = threadIdx.x, sum = 0;

	__pipeline_memcpy_async(&s[0][t], &in[t], sizeof(int)); // twin-race: intra-block
	__pipeline_commit();
	for (int i = 0; i < n; i++) {
		__pipeline_memcpy_async(&s[(i + 1) % 2][t], &in[(i + 1) * 64 + t], sizeof(int)); // twin-race: intra-block
		__pipeline_commit();
		__pipeline_wait_prior(1); // twin: __pipeline_wait_prior(2);
		__syncthreads();
		sum += s[i % 2][63 - t]; // twin-race: intra-block
		__syncthreads();
	}
	out[t] = sum;
}

void run(const int *in, int *out, int n)
{
	stages<<<1, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
