// Row length is a multiple of the block by an assertion of the host.
#include <assert.h>
#include <cuda_runtime.h>

__global__ void pack(const int *in, int *out, int width)
{
	int per = width / blockDim.x;
	int first = blockIdx.x * width + threadIdx.x * per;

	for (int k = 0; k < per; k++)
		out[first + k] = in[first + k]; // twin-race(warning): inter-block
}

void run(const int *in, int *out, int width, int height)
{
	assert(width > 0 && width % 64 == 0);
	pack<<<height, 64>>>(in, out, width); // launch: race-free; twin-launch: race; twin: 	pack<<<dim3(height, 2), 64>>>(in, out, width); // twin-launch: race
}
