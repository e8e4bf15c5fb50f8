// A size less a radius is a large number where the radius is the greater one, so that columns beyond the last one come in: the host excludes it, not so the twin.
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void inner(float *out, unsigned radius, unsigned width, unsigned height)
{
	unsigned x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	if (x >= radius && x < width - radius && y < height)
		out[y * width + x] = x; // twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	unsigned width = atoi(argv[1]), height = atoi(argv[2]), radius = atoi(argv[3]);
	if (width < 1 || width > 16384 || height < 1 || height > 16384)
		return 1;
	if (radius > width) // twin: if (radius > 16384)
		return 1;
	float *out;
	cudaMalloc(&out, sizeof(float) * width * height);
	inner<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(out, radius, width, height); // launch: race-free; twin-launch: race
}
