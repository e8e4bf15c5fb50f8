// The block's size is a size_t that the host reads: the launch cuts it to 32 bits, and it is at most 1024.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void encode(const unsigned char *in, unsigned char *out)
{
	size_t i = threadIdx.x + blockDim.x * blockIdx.x; // twin: size_t i = threadIdx.x + (blockDim.x - 1) * blockIdx.x;
	if (i >= 11184811)
		return;
	for (int k = 0; k < 4; k++)
		out[4 * i + k] = in[3 * i] + k + threadIdx.x; // twin-race: inter-block
}

int main()
{
	size_t global = 0, local = 0;
	unsigned char *in, *out;

	if (scanf("%zu %zu", &global, &local) != 2)
		return 1;
	cudaMalloc((void **)&in, 3 * 11184811);
	cudaMalloc((void **)&out, 4 * 11184811);
	encode<<<global, local>>>(in, out); // launch: race-free; twin-launch: race
	return 0;
}
