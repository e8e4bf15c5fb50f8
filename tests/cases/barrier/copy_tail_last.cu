// Each round but the last one copies the next tile before it waits for its own. In the twin the last one leaves its own pending.
#include <cuda_runtime.h>
#include <cuda_pipeline.h>

__global__ void sums(float *out, const float *in, int tiles)
{
	__shared__ float s[2][128];
	int t = threadIdx.x;
	float sum = 0;
	__pipeline_memcpy_async(&s[0][t], in + t, 4); // twin-race: intra-block
	__pipeline_commit();
	for (int k = 0; k < tiles; k++) {
		if (k != tiles - 1) {
			__pipeline_memcpy_async(&s[(k + 1) & 1][t], in + (k + 1) * 128 + t, 4); // twin-race: intra-block
			__pipeline_commit();
		}
		sum *= 2;
		if (k == tiles - 1) // twin: 		if (k == tiles)
			__pipeline_wait_prior(0);
		else
			__pipeline_wait_prior(1);
		__syncthreads();
		sum += s[k & 1][127 - t]; // twin-race: intra-block
		__syncthreads();
	}
	out[blockIdx.x * 128 + t] = sum;
}

void run(float *out, const float *in, int tiles)
{
	sums<<<8, 128>>>(out, in, tiles); // launch: race-free; twin-launch: race
}
