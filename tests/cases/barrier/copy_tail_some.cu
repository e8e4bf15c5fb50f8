// Two warps copy for all, as many tiles as memory says, and both buffers are read once more at the end. In the twin the last round's wait
// leaves a group pending.
#include <cuda_runtime.h>
#include <cuda_pipeline.h>

__device__ void copy(float *to, const float *from)
{
	__pipeline_memcpy_async(to, from, 8); // twin-race: intra-block, intra-warp
	__pipeline_commit();
}

__global__ void sums(float *out, const float *in, const int *sizes)
{
	__shared__ alignas(8) float s[2][128];
	int t = threadIdx.x, tiles = sizes[blockIdx.x];
	float sum = 0;
	if (t < 64)
		for (int i = 0; i < 2 && i < tiles; i++)
			copy(&s[i][2 * t], in + i * 128 + 2 * t);
	for (int k = 0; k < tiles; k++) {
		if (t < 64) {
			if (k + 1 < tiles) // twin: 			if (k < tiles)
				__pipeline_wait_prior(1);
			else
				__pipeline_wait_prior(0);
		}
		__syncthreads();
		sum += s[k % 2][127 - t]; // twin-race: intra-block, intra-warp
		__syncthreads();
		if (t < 64 && k + 2 < tiles)
			copy(&s[k % 2][2 * t], in + (k + 2) * 128 + 2 * t);
	}
	if (tiles > 1)
		sum += s[0][127 - t] - s[1][127 - t]; // twin-race: intra-block, intra-warp
	out[blockIdx.x * 128 + t] = sum;
}

void run(float *out, const float *in, const int *sizes)
{
	sums<<<8, 128>>>(out, in, sizes); // launch: race-free; twin-launch: race
}
