// The caller gives the size: along z, which the kernel does not look at, there is one layer.
#include <cuda_runtime.h>

__global__ void render(unsigned *out, unsigned width, unsigned height)
{
	unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < width && y < height)
		out[y * width + x] = threadIdx.x; // twin-race(warning): inter-block
}

extern "C" void draw(dim3 grid, dim3 block, unsigned *out, unsigned width, unsigned height)
{
	render<<<grid, block>>>(out, width, height); // launch: race-free; twin-launch: race; twin: 	render<<<dim3(grid.x, grid.y, 2), block>>>(out, width, height);
}

struct drawing {
	dim3 grid, block;
	unsigned *out, width, height;
};

void draw(const drawing &d)
{
	render<<<d.grid, d.block>>>(d.out, d.width, d.height); // launch: race-free; twin-launch: race-free
}
