// A loop that takes the entries of a list of its own one by one: each round has its number. In the twin one of them is the neighbour's.
#include <cuda_runtime.h>
#include <initializer_list>

__global__ void spread(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	for (int d : { 1, 2, 4 }) // twin: 	for (int d : { 1, 2, 9 })
		out[i * 8 + d] = in[i]; // twin-race: inter-block, intra-block, intra-warp
}

int main()
{
	int *in, *out;
	cudaMalloc(&in, 10000 * sizeof(*in));
	cudaMalloc(&out, 80016 * sizeof(*out));
	spread<<<40, 256>>>(in, out, 10000); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
