// Sizes in globals: a const one, a static one that nobody writes, and a constexpr one.
#include <cuda_runtime.h>

const int threads = 128;
static int stride = 128; // twin: static int stride = 100;
constexpr int rows = 64;

__global__ void fill(float *out, int pitch)
{
	out[blockIdx.x * pitch + threadIdx.x] = threadIdx.x + blockIdx.x; // twin-race: inter-block
}

void run(float *out)
{
	fill<<<rows, threads>>>(out, stride); // launch: race-free; twin-launch: race
}
