// Rows of an image, filtered there and back: bytes of a row that its number of 32 bits does not hold are no reason for a race (no-wrap).
#include <cstdlib>

__global__ void filter(float *image, unsigned pitch, unsigned width, unsigned height)
{
	unsigned y = blockIdx.x * blockDim.x + threadIdx.x;
	if (y >= height)
		return;
	float *c = (float *)((char *)image + y * pitch), last = *c; // twin-race: inter-block, intra-block, intra-warp; twin: 	float *c = image + y, last = *c;
	for (unsigned n = 1; n < width; n++) {
		c++;
		*c = last = last + 2 * *c; // twin-race: inter-block, intra-block, intra-warp
	}
	for (int n = (int)width - 2; n >= 0; n--) {
		c--;
		*c = last = last - *c; // twin-race: inter-block, intra-block, intra-warp
	}
}

static int divider(int n)
{
	if (n == 0)
		return 0;
	int by = 1;
	while ((n & by) == 0)
		by <<= 1;
	return by;
}

int main(int argc, char **argv)
{
	int width = atoi(argv[1]), height = atoi(argv[2]);
	int pitch = width * sizeof(float), bytes = height * pitch;
	float *image;
	cudaMalloc(&image, bytes);
	int block = divider(height) < 64 ? divider(height) : 64;
	filter<<<(height + block - 1) / block, block>>>(image, pitch, width, height); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
