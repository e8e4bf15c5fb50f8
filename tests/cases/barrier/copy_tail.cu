// The last rounds copy nothing any more, so that in the last one no later group may be left pending; in the twin it still is one.
#include <cuda_runtime.h>
#include <cuda_pipeline.h>

__global__ void sums(float *out, const float *in, int tiles)
{
	__shared__ float s[2][128];
	int t = threadIdx.x;
	float sum = 0;
	for (int i = 0; i < 2 && i < tiles; i++) {
		__pipeline_memcpy_async(&s[i][t], in + i * 128 + t, 4); // twin-race: intra-block
		__pipeline_commit();
	}
	for (int k = 0; k < tiles; k++) {
		if (k + 1 < tiles) // twin: 		if (k < tiles)
			__pipeline_wait_prior(1);
		else
			__pipeline_wait_prior(0);
		__syncthreads();
		sum += s[k % 2][127 - t]; // twin-race: intra-block
		__syncthreads();
		if (k + 2 < tiles) {
			__pipeline_memcpy_async(&s[k % 2][t], in + (k + 2) * 128 + t, 4); // twin-race: intra-block
			__pipeline_commit();
		}
	}
	out[blockIdx.x * 128 + t] = sum;
}

void run(float *out, const float *in, int tiles)
{
	sums<<<8, 128>>>(out, in, tiles); // launch: race-free; twin-launch: race
}
