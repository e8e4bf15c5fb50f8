// A size that an allocation took is positive.
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void fill(float *out, int width)
{
	out[blockIdx.x * width] = blockIdx.x; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int width = atoi(argv[1]);
	float *out;

	cudaMalloc(&out, 64 * width * sizeof(float)); // fact: allocation; twin: cudaMalloc(&out, 4096);
	fill<<<64, 1>>>(out, width); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
