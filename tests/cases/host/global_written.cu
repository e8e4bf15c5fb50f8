// A global that other code can change is no constant; the assert is what makes it safe.
#include <cuda_runtime.h>
#include <cassert>

int stride = 128;

__global__ void fill(float *out, int pitch)
{
	out[blockIdx.x * pitch + threadIdx.x] = threadIdx.x + blockIdx.x; // twin-race: inter-block
}

void set_stride(int s) { stride = s; }

void run(float *out, int rows)
{
	assert(stride >= 128); // twin:
	fill<<<rows, 128>>>(out, stride); // launch: race-free; twin-launch: race
}
