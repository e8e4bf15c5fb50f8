#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <strings.h>

// The readers of options that the samples of the toolkit share.
static int option_int(int argc, const char **argv, const char *name)
{
	bool found = false;
	int value = -1;
	for (int i = 1; i < argc; i++) {
		int start = 0;
		while (argv[i][start] == '-')
			start++;
		const char *text = &argv[i][start];
		int length = (int)strlen(name);
		if (!strncasecmp(text, name, length)) {
			if (length + 1 <= (int)strlen(text))
				value = atoi(&text[length + (text[length] == '=')]);
			else
				value = 0;
			found = true;
		}
	}
	return found ? value : 0;
}

static bool option_given(int argc, const char **argv, const char *name)
{
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i] + 2, name))
			return true;
	return false;
}

__global__ void fill(int *out, int rows, int width, int stride)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < rows && col < width)
		out[row * stride + col] = row; // twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, const char **argv)
{
	int *out, width = 64, stride = 64;
	if (option_given(argc, argv, "width"))
		width = option_int(argc, argv, "width");
	if (option_given(argc, argv, "stride"))
		stride = option_int(argc, argv, "stride");
	if (stride < width) { // twin: if (stride < width - 1) {
		printf("stride %d is below width %d\n", stride, width);
		exit(EXIT_FAILURE);
	}
	dim3 block(16, 16), grid((width + 15) / 16, 4);
	cudaMalloc(&out, 64 * stride * sizeof(int));
	fill<<<grid, block>>>(out, 64, width, stride); // launch: race-free; twin-launch: race
	cudaFree(out);
}
