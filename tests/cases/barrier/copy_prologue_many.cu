// Sixteen groups of a loop, of which the wait leaves four pending; in the twin one of these is read.
#include <cuda_runtime.h>
#include <cuda_pipeline.h>

__global__ void sums(float *out, const float *in, int parts)
{
	__shared__ alignas(16) float s[16][128];
	int t = threadIdx.x;

	for (int i = 0; i < 16; i++) {
		__pipeline_memcpy_async(&s[i][t], in + i * 128 + t, 4); // twin-race: intra-block
		__pipeline_commit();
	}
	__pipeline_wait_prior(4);
	__syncthreads();
	out[blockIdx.x * 128 + t] = s[11][127 - t]; // twin-race: intra-block; twin: 	out[blockIdx.x * 128 + t] = s[12][127 - t];
}

void run(float *out, const float *in, int parts)
{
	sums<<<8, 128>>>(out, in, parts); // launch: race-free; twin-launch: race
}
