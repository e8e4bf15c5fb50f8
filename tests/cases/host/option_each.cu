#include <cstdlib>
#include <unistd.h>

// A test of each number where it is read, into a variable of the file.
static int n = 256;

__global__ void wrap(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i % n] = i; // twin-race: inter-block, intra-block, intra-warp
}

static void options_read(int argc, char **argv)
{
	int c;
	while ((c = getopt(argc, argv, "n:h")) != -1) {
		switch (c) {
		case 'n':
			n = atoi(optarg);
			if (n <= 0 || n % 256) // twin: if (n <= 0)
				exit(1);
			break;
		default:
			exit(2);
		}
	}
}

int main(int argc, char **argv)
{
	int *out;
	options_read(argc, argv);
	cudaMalloc(&out, n * sizeof(int));
	wrap<<<(n + 255) / 256, 256>>>(out, n); // launch: race-free; twin-launch: race
	cudaFree(out);
}
