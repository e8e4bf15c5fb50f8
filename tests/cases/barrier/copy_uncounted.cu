// How many groups there are follows from what lies in memory: the waits are right, but that is not counted. In the twin no barrier
// follows them.
#include <cuda_runtime.h>
#include <cuda_pipeline.h>

__global__ void sums(float *out, const float *in, const int *wanted, int tiles)
{
	__shared__ float s[2][128];
	int t = threadIdx.x, have = 0;
	float sum = 0;
	__pipeline_memcpy_async(&s[0][t], in + t, 4); // twin-race: intra-block
	__pipeline_commit();
	for (int k = 0; k < tiles; k++) {
		bool more = k + 1 < tiles && wanted[k + 1];
		if (more) {
			__pipeline_memcpy_async(&s[(have + 1) % 2][t], in + (k + 1) * 128 + t, 4);
			__pipeline_commit();
		}
		sum *= 2;
		if (more)
			__pipeline_wait_prior(1);
		else
			__pipeline_wait_prior(0);
		__syncthreads(); // twin:
		sum += s[have % 2][127 - t]; // twin-race: intra-block
		__syncthreads();
		have += more;
	}
	out[blockIdx.x * 128 + t] = sum;
}

void run(float *out, const float *in, const int *wanted, int tiles)
{
	sums<<<8, 128>>>(out, in, wanted, tiles); // launch: undecided; twin-launch: race
}
