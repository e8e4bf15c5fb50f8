// std::min and std::max between the host variables.
#include <cuda_runtime.h>
#include <algorithm>

__global__ void scale(float *out, int stride, int width)
{
	int x = blockIdx.y * blockDim.x + threadIdx.x;

	if (x < width)
		out[blockIdx.x * stride + x] = x * 0.5f + blockIdx.x; // twin-race: inter-block
}

void run(float *out, int rows, int width, int asked)
{
	int stride = std::max(width, asked); // twin: int stride = std::min(width, asked);
	int parts = std::max(1, std::min((width + 127) / 128, 1024));

	scale<<<dim3(rows, parts), 128>>>(out, stride, width); // launch: race-free; twin-launch: race
}
