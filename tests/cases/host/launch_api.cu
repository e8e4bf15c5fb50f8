// cudaLaunchKernel with an array of argument pointers.
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void fill(float *out, int pitch)
{
	out[blockIdx.x * pitch + threadIdx.x] = threadIdx.x + blockIdx.x; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int rows = atoi(argv[1]), pitch = 128; // twin: int rows = atoi(argv[1]), pitch = 127;
	float *out;

	cudaMalloc(&out, rows * pitch * sizeof(float));
	void *args[] = {&out, &pitch};
	cudaLaunchKernel((const void *)fill, dim3(rows), dim3(128), args, 0, NULL); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
