// Sizes travel in a struct: set field by field, copied, handed to the kernel by value and by pointer to a helper.
#include <cuda_runtime.h>
#include <cstdlib>

struct Config {
	int width, height, pitch;
	dim3 grid, block;
};

__global__ void fill(float *out, Config c)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;

	if (x < c.width)
		out[blockIdx.y * c.pitch + x] = x; // twin-race: inter-block
}

static void plan(Config *c)
{
	c->block = dim3(64);
	c->grid = dim3((c->width + 63) / 64, c->height);
	c->pitch = c->width; // twin: c->pitch = c->height;
}

int main(int argc, char **argv)
{
	Config c;
	float *out;

	c.width = atoi(argv[1]);
	c.height = atoi(argv[2]);
	if (c.width <= 0 || c.height <= 0)
		return 1;
	plan(&c);
	Config copy = c;
	cudaMalloc(&out, copy.width * copy.height * sizeof(float));
	fill<<<copy.grid, copy.block>>>(out, copy); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
