// cudaLaunchCooperativeKernel; one block only, so that the block barrier orders everything.
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void rotate(float *data, int n)
{
	for (int first = 0; first < n; first += blockDim.x) {
		float v = data[first + (threadIdx.x + 1) % blockDim.x]; // twin-race: inter-block
		__syncthreads();
		data[first + threadIdx.x] = v; // twin-race: inter-block
		__syncthreads();
	}
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]) * 256;
	float *data;

	cudaMalloc(&data, n * sizeof(float));
	void *args[] = {(void *)&data, (void *)&n};
	cudaLaunchCooperativeKernel((void *)rotate, dim3(1), dim3(256), args, 0, 0); // launch: race-free; twin-launch: race; twin: cudaLaunchCooperativeKernel((void *)rotate, dim3(2), dim3(256), args, 0, 0);
	return cudaDeviceSynchronize();
}
