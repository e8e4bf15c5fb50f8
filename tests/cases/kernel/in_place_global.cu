// The block barrier is no grid barrier: an in-place stencil over several blocks races at their borders.
#include <cuda_runtime.h>

__global__ void smooth(float *data)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
	float v = data[i - 1] + data[i] + data[i + 1]; // race: inter-block

	__syncthreads();
	data[i] = v / 3; // race: inter-block; cause: narrow
}

void run(float *data, int n)
{
	int blocks = n / 128; // twin: int blocks = 1;
	smooth<<<blocks, 128>>>(data); // launch: race; twin-launch: race-free
}
