// A block goes through several tiles of an unknown number of slices; each tile begins with two copies and ends with none. In the twin the
// last slice of a tile is not waited for.
#include <cuda_runtime.h>
#include <cuda_pipeline.h>

__global__ void sums(float *out, const float *in, int slices, int tiles)
{
	__shared__ float s[2][128];
	int t = threadIdx.x;
	for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
		const float *mine = in + tile * slices * 128;
		float sum = 0;
		for (int i = 0; i < 2 && i < slices; i++) {
			__pipeline_memcpy_async(&s[i][t], mine + i * 128 + t, 4); // twin-race: intra-block
			__pipeline_commit();
		}
		for (int k = 0; k < slices; k++) {
			if (k + 1 < slices) // twin: 			if (k < slices)
				__pipeline_wait_prior(1);
			else
				__pipeline_wait_prior(0);
			__syncthreads();
			sum += s[k % 2][127 - t]; // twin-race: intra-block
			__syncthreads();
			if (k + 2 < slices) {
				__pipeline_memcpy_async(&s[k % 2][t], mine + (k + 2) * 128 + t, 4); // twin-race: intra-block
				__pipeline_commit();
			}
		}
		out[tile * 128 + t] = sum;
	}
}

void run(float *out, const float *in, int slices, int tiles)
{
	sums<<<8, 128>>>(out, in, slices, tiles); // launch: race-free; twin-launch: race
}
