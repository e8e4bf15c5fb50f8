// A row of places for the entries of six that fit; the twin has one place too few, which only the last round shows.
#include <cuda_runtime.h>

#define PLACES 6 // twin: #define PLACES 5

__global__ void keep(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, n = 0;
	for (int e = 0; e < 6; e++)
		if (in[i * 6 + e] > 3)
			out[i * PLACES + n++] = i; // twin-race: inter-block, intra-block, intra-warp
}

int main()
{
	int *in, *out;
	cudaMalloc(&in, 6400 * 6 * sizeof(int));
	cudaMalloc(&out, 6400 * PLACES * sizeof(int));
	keep<<<100, 64>>>(in, out); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
