// Each slice of each tile waits at its end for that of the next one, which in a tile's first round the last tile has done. In the twin the
// slice itself may still be under way.
#include <cuda_runtime.h>
#include <cuda_pipeline.h>

__global__ void sums(float *out, const float *in, int slices, int tiles)
{
	__shared__ float s[3][128];
	int t = threadIdx.x, step = 0;
	float sum = 0;
	for (int i = 0; i < 2; i++) {
		__pipeline_memcpy_async(&s[i][t], in + i * 128 + t, 4); // twin-race: intra-block
		__pipeline_commit();
	}
	__pipeline_wait_prior(1);
	__syncthreads();
	for (int tile = 0; tile < tiles; tile++) {
		for (int k = 0; k < slices; k++) {
			__pipeline_memcpy_async(&s[(step + 2) % 3][t], in + (step + 2) * 128 + t, 4); // twin-race: intra-block
			__pipeline_commit();
			sum += s[step % 3][127 - t]; // twin-race: intra-block
			__pipeline_wait_prior(1); // twin: 			__pipeline_wait_prior(2);
			__syncthreads();
			step++;
		}
	}
	out[blockIdx.x * 128 + t] = sum;
}

void run(float *out, const float *in, int slices, int tiles)
{
	sums<<<8, 128>>>(out, in, slices, tiles); // launch: race-free; twin-launch: race
}
