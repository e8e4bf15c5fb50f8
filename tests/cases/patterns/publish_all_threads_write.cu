// All threads of a block write parts; the ticket is taken by one, after the barrier of the block.
#include <cuda_runtime.h>

__global__ void columns(const float *in, float *part, float *out, unsigned *done, int rows)
{
	__shared__ bool last;
	int c = threadIdx.x;
	float v = 0;

	for (int r = blockIdx.x; r < rows; r += gridDim.x)
		v += in[r * blockDim.x + c];
	part[blockIdx.x * blockDim.x + c] = v; // twin-race: inter-block
	__threadfence();
	__syncthreads(); // twin:
	if (c == 0)
		last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
	__syncthreads();
	if (last) {
		__threadfence();
		v = 0;
		for (unsigned b = 0; b < gridDim.x; b++)
			v += part[b * blockDim.x + c]; // twin-race: inter-block
		out[c] = v;
	}
}

void run(const float *in, float *part, float *out, unsigned *done, int rows, int cols)
{
	columns<<<32, cols>>>(in, part, out, done, rows); // launch: race-free; twin-launch: race
}
