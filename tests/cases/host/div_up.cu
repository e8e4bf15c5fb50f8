// The usual round-up helper, used for the grid and for the row length.
#include <cuda_runtime.h>
#include <cstdlib>

static int iDivUp(int a, int b) { return a % b != 0 ? a / b + 1 : a / b; }
static int iAlignUp(int a, int b) { return a % b != 0 ? a - a % b + b : a; }

__global__ void fill(float *out, int pitch)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;

	out[blockIdx.y * pitch + x] = x; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int width = atoi(argv[1]), height = atoi(argv[2]);
	float *out;

	if (width <= 0 || height <= 0)
		return 1;
	int pitch = iAlignUp(width, 64); // twin: int pitch = width;
	cudaMalloc(&out, pitch * height * sizeof(float));
	fill<<<dim3(iDivUp(width, 64), height), 64>>>(out, pitch); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
