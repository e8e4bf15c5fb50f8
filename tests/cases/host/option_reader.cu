#include <cstdio>
#include <cstdlib>
#include <cstring>

struct Options {
	int n, verbose;
};

static void usage()
{
	fprintf(stderr, "usage: wrap [-n COUNT] [-v]\n");
	exit(1);
}

__global__ void wrap(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i % n] = i; // twin-race: inter-block, intra-block, intra-warp
}

static void options_read(int argc, char **argv, Options *options)
{
	options->n = 4096;
	options->verbose = 0;
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "-n") && i + 1 < argc)
			options->n = atoi(argv[++i]);
		else if (!strcmp(argv[i], "-v"))
			options->verbose = 1;
		else
			usage();
	}
	if (options->n <= 0 || options->n % 256 != 0) // fact: assert
		usage(); // twin: fprintf(stderr, "odd count\n");
}

int main(int argc, char **argv)
{
	Options options;
	int *out;
	options_read(argc, argv, &options);
	cudaMalloc(&out, options.n * sizeof(int));
	wrap<<<(options.n + 255) / 256, 256>>>(out, options.n); // launch: race-free; twin-launch: race
	cudaFree(out);
}
