// An inline function of a header reads sizes into variables of its caller. It keeps no pointer to
// them, so that calls of unknown effect leave them alone.
#include <cuda_runtime.h>

void *remembered;
void log_progress();
int next_number();

__attribute__((noinline)) inline bool load(unsigned *width, unsigned *height)
{
	for (int i = 0; i < next_number(); i++)
		if (next_number() < 0)
			return false;
	*width = next_number();
	*height = next_number(); // twin: remembered = width;
	return true;
}

__global__ void fill(float *out, int width)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	out[y * width + x] = 1.0f * x; // twin-race: inter-block, intra-block, intra-warp
}

int main()
{
	unsigned width, height = 64;
	float *out;
	if (!load(&width, &height))
		return 1;
	dim3 block(8, 8), grid(width / 8, height / 8);
	cudaMalloc(&out, 4 * width * height);
	log_progress();
	fill<<<grid, block>>>(out, width); // launch: race-free; twin-launch: race
	return 0;
}
