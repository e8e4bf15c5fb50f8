#include <cstdlib>
#include <getopt.h>

// Two numbers of a struct that is returned share a word, which comes with a pointer.
struct Options {
	int width = 64, stride = 64;
	const char *file = nullptr;
};

__global__ void fill(int *out, int rows, int width, int stride)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < rows && col < width)
		out[row * stride + col] = row; // twin-race: inter-block, intra-block, intra-warp
}

static Options options_read(int argc, char **argv)
{
	static const option longs[] = { { "width", 1, 0, 'w' }, { "stride", 1, 0, 's' }, { "file", 1, 0, 'f' }, { 0, 0, 0, 0 } };
	Options options;
	int c;
	while ((c = getopt_long(argc, argv, "w:s:f:", longs, nullptr)) != -1) {
		switch (c) {
		case 'w':
			options.width = (int)strtol(optarg, nullptr, 10);
			break;
		case 's':
			options.stride = (int)strtol(optarg, nullptr, 10);
			break;
		case 'f':
			options.file = optarg;
			break;
		default:
			exit(2);
		}
	}
	if (options.stride < options.width)
		options.stride = options.width; // twin: options.stride = options.width - 1;
	return options;
}

int main(int argc, char **argv)
{
	int *out;
	Options options = options_read(argc, argv);
	dim3 block(16, 16), grid((options.width + 15) / 16, 4);
	cudaMalloc(&out, 64 * options.stride * sizeof(int));
	fill<<<grid, block>>>(out, 64, options.width, options.stride); // launch: race-free; twin-launch: race
	cudaFree(out);
}
