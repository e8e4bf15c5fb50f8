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

// Steps of the grid that divide the columns of a plane, but not its rows.
template <int LESS> __global__ void scale(float *v, int w, int h, int d)
{
	for (int z = blockIdx.z * blockDim.z + threadIdx.z; z < d; z += gridDim.z * blockDim.z)
		for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < h; y += (gridDim.y - LESS) * blockDim.y)
			for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < w; x += gridDim.x * blockDim.x)
				v[(z * h + y) * w + x] *= 2; // race: inter-block; twin-race: inter-block
}

void strided(float *v)
{
	scale<0><<<dim3(2, 3, 4), dim3(16, 4, 4)>>>(v, 100, 60, 30); // launch: race-free; twin-launch: race-free
	scale<1><<<dim3(2, 3, 4), dim3(16, 4, 4)>>>(v, 100, 60, 30); // launch: race; twin-launch: race
}
