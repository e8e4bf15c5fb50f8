#include <cstdio>
#include <cstdlib>
#include <cstring>

// Keys and numbers of a file, and a struct of three that is returned in two words.
struct Config {
	int rows, width, stride;
};

__global__ void fill(int *out, int rows, int width, int stride)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < rows && col < width)
		out[row * stride + col] = row; // twin-race: inter-block, intra-block, intra-warp
}

static Config config_read(const char *name)
{
	Config config = { 32, 32, 32 };
	char key[64];
	int value;
	FILE *file = fopen(name, "r");
	if (!file)
		exit(1);
	while (fscanf(file, "%63s %d", key, &value) == 2) {
		if (!strcmp(key, "rows"))
			config.rows = value;
		else if (!strcmp(key, "width"))
			config.width = value;
		else if (!strcmp(key, "stride"))
			config.stride = value;
	}
	fclose(file);
	if (config.stride < config.width) { // fact: assert; twin: if (config.stride < config.rows) {
		fprintf(stderr, "a stride of %d is too small\n", config.stride);
		exit(1);
	}
	return config;
}

int main(int argc, char **argv)
{
	int *out;
	Config config = config_read(argv[argc - 1]);
	dim3 block(16, 16), grid((config.width + 15) / 16, (config.rows + 15) / 16);
	cudaMalloc(&out, config.rows * config.stride * sizeof(int));
	fill<<<grid, block>>>(out, config.rows, config.width, config.stride); // launch: race-free; twin-launch: race
	cudaFree(out);
}
