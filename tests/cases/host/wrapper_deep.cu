// The launch stands two calls below main; the facts are in main.
#include <cuda_runtime.h>
#include <cassert>
#include <cstdlib>

__global__ void fill(float *out, int pitch)
{
	out[blockIdx.x * pitch + threadIdx.x] = threadIdx.x + blockIdx.x; // twin-race: inter-block
}

static void launch(float *out, int rows, int pitch, int threads)
{
	fill<<<rows, threads>>>(out, pitch); // launch: race-free; twin-launch: race
}

static void process(float *out, int rows, int pitch)
{
	launch(out, rows, pitch, 64);
}

int main(int argc, char **argv)
{
	int rows = atoi(argv[1]), pitch = atoi(argv[2]);
	float *out;

	assert(pitch >= 64); // fact: assert; twin:
	cudaMalloc(&out, rows * pitch * sizeof(float));
	process(out, rows, pitch);
	return cudaDeviceSynchronize();
}
