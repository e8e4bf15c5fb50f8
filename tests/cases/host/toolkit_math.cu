// requires: toolkit
// What is finite is asked on the host without the header of mathematics, as nvcc allows.
#include <cuda_runtime.h>

__global__ void scale(float *data, float by, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i % 1024] *= by; // twin-race: inter-block
}

void run(float *data, float by)
{
	if (!isfinite(by) || isnan(by))
		return;
	scale<<<4, 256>>>(data, by, 1024); // launch: race-free; twin-launch: race; twin: 	scale<<<8, 256>>>(data, by, 2048);
}
