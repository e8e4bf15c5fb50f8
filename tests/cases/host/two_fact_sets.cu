// One wrapper, two callers: under the first caller's facts the launch is safe, under the second's it is not.
#include <cuda_runtime.h>
#include <cassert>

__global__ void fill(float *out, int pitch)
{
	out[blockIdx.x * pitch + threadIdx.x] = threadIdx.x + blockIdx.x; // race: inter-block
}

static void launch(float *out, int rows, int pitch)
{
	fill<<<rows, 64>>>(out, pitch); // launch: race,race-free; twin-launch: race-free
}

void safe(float *out, int rows, int pitch)
{
	assert(pitch >= 64);
	launch(out, rows, pitch);
}

void unsafe(float *out, int rows, int pitch)
{
	assert(pitch >= 63); // twin: assert(pitch > 63);
	launch(out, rows, pitch);
}
