// A kernel between the copy and the launch changes the variable: what the host wrote is no fact.
#include <cuda_runtime.h>

__device__ int stride;

__global__ void tune(int *wish)
{
	if (blockIdx.x == 0 && threadIdx.x == 0)
		stride = *wish; // twin: 		*wish = stride;
}

__global__ void spread(float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i * stride] = i; // race: inter-block, intra-block, intra-warp
}

void run(int *wish)
{
	int two = 2;
	float *out;
	cudaMalloc(&out, sizeof(float) * 8192);
	cudaMemcpyToSymbol(stride, &two, sizeof(two));
	tune<<<1, 32>>>(wish); // launch: race-free; twin-launch: race-free
	spread<<<32, 128>>>(out); // launch: race; twin-launch: race-free
	cudaFree(out);
}
