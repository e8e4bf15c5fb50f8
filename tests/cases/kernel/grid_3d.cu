// A three-dimensional grid of any size over a volume of any size; the guards keep indices in their rows and planes.
#include <cuda_runtime.h>

__global__ void fill(float *out, int w, int h, int d)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	int z = blockIdx.z * blockDim.z + threadIdx.z;

	if (x < w && y < h && z < d) // twin: if (x < w && y <= h && z < d)
		out[(z * h + y) * w + x] = x * y + 3 * z; // twin-race: inter-block,intra-block,intra-warp
}

void run(float *out, int w, int h, int d, dim3 grid, dim3 block)
{
	fill<<<grid, block>>>(out, w, h, d); // launch: race-free; twin-launch: race
}
