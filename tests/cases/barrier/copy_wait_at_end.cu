// Each round waits at its end for the stage of the next one; in the twin nobody waits for that of the first round.
#include <cuda_runtime.h>
#include <cuda_pipeline.h>

__global__ void sums(float *out, const float *in, int tiles)
{
	__shared__ alignas(16) float s[4][128];
	int t = threadIdx.x;
	float sum = 0;

	for (int i = 0; i < 3; i++) {
		if (i < tiles)
			__pipeline_memcpy_async(&s[i][t], in + i * 128 + t, 4); // twin-race: intra-block
		__pipeline_commit();
	}
	__pipeline_wait_prior(2); // twin: __pipeline_wait_prior(3);
	__syncthreads();
	for (int k = 0; k < tiles; k++) {
		sum += s[k % 4][127 - t]; // twin-race: intra-block
		if (k + 3 < tiles)
			__pipeline_memcpy_async(&s[(k + 3) % 4][t], in + (k + 3) * 128 + t, 4);
		__pipeline_commit();
		__pipeline_wait_prior(2);
		__syncthreads();
	}
	out[blockIdx.x * 128 + t] = sum;
}

void run(float *out, const float *in, int tiles)
{
	sums<<<8, 128>>>(out, in, tiles); // launch: race-free; twin-launch: race
}
