// A warp barrier where the data crosses warps.
#include <cuda_runtime.h>

__global__ void rotate(float *data)
{
	__shared__ float s[256];
	int t = threadIdx.x;

	s[t] = data[blockIdx.x * 256 + t]; // race: intra-block
	__syncwarp(); // twin: __syncthreads();
	data[blockIdx.x * 256 + t] = s[(t + 1) % 256]; // race: intra-block; cause: narrow
}

void run(float *data, int blocks)
{
	rotate<<<blocks, 256>>>(data); // launch: race; twin-launch: race-free
}
