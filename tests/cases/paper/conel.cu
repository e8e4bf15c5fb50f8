// Connected elements in a row: the block barrier orders reads and writes of a block, not those at block borders.
// races: 2
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void connect(int *label, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
	int left = 0, right = 0;

	if (i < n - 1) {
		left = label[i - 1];  // race: inter-block
		right = label[i + 1]; // race: inter-block
	}
	__syncthreads();
	if (i < n - 1)
		label[i] = left < right ? left : right; // race: inter-block
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), *label;
	int blocks = (n + 127) / 128; // twin: int blocks = 1;

	cudaMalloc(&label, n * sizeof(int));
	connect<<<blocks, 128>>>(label, n); // launch: race; twin-launch: race-free
	return cudaDeviceSynchronize();
}
