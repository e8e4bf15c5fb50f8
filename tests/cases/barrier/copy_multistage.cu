// Three stages are filled ahead in a loop, then one in each round: each wait leaves two pending; in the twin three.
#include <cuda_runtime.h>
#include <cuda_pipeline.h>

template <int S>
__global__ void sums(float *out, const float *in, int tiles)
{
	__shared__ alignas(16) float s[S][128];
	int t = threadIdx.x;
	float sum = 0;
	for (int i = 0; i < S - 1; i++) {
		if (i < tiles)
			__pipeline_memcpy_async(&s[i][t], in + i * 128 + t, 4); // twin-race: intra-block
		__pipeline_commit();
	}
	for (int k = 0; k < tiles; k++) {
		__pipeline_wait_prior(S - 2);  // twin: __pipeline_wait_prior(S - 1);
		__syncthreads();
		sum += s[k % S][127 - t]; // twin-race: intra-block
		int next = k + S - 1;
		if (next < tiles)
			__pipeline_memcpy_async(&s[next % S][t], in + next * 128 + t, 4); // twin-race: intra-block
		__pipeline_commit();
	}
	out[blockIdx.x * 128 + t] = sum;
}

void run(float *out, const float *in, int tiles)
{
	sums<4><<<8, 128>>>(out, in, tiles); // launch: race-free; twin-launch: race
}
