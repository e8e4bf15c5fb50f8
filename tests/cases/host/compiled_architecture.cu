// ptxVersion of a kernel is the architecture that it is compiled for.
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void own(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = i * n; // twin-race(warning): inter-block
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), *out, blocks = (n + 127) / 128;
	cudaFuncAttributes has;
	dim3 grid(blocks);

	if (cudaFuncGetAttributes(&has, own) != cudaSuccess)
		return 1;
	if (has.ptxVersion < 30 && blocks > 65535) // twin: if (has.ptxVersion >= 70 && blocks > 65535)
		grid = dim3(256, (blocks + 255) / 256);
	cudaMalloc(&out, n * sizeof(int));
	own<<<grid, 128>>>(out, n); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
