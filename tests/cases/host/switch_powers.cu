/*
 * The size of the block decides among kernels, each for one power of two. LLVM turns such a choice into one by the
 * number of zeros below the only bit; which size it is was not known then.
 */
#include <cstdlib>

template <unsigned size> __global__ void fill(int *out, int n)
{
	out[blockIdx.x * size + threadIdx.x] = n; // twin-race(warning): inter-block
}

static void launch(int *out, int n, int threads, int blocks)
{
	switch (threads) {
	case 512:
		fill<512><<<blocks, threads>>>(out, n); // launch: race-free; twin-launch: race-free
		break;
	case 256:
		fill<256><<<blocks, threads>>>(out, n); // launch: race-free; twin-launch: race; twin: 		fill<128><<<blocks, threads>>>(out, n);
		break;
	case 128:
		fill<128><<<blocks, threads>>>(out, n); // launch: race-free; twin-launch: race-free
		break;
	case 64:
		fill<64><<<blocks, threads>>>(out, n); // launch: race-free; twin-launch: race-free
		break;
	default:
		break;
	}
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), threads = atoi(argv[2]), *out;
	cudaMalloc(&out, n * sizeof(int));
	if (n > 0)
		launch(out, n, threads, n / threads);
	return 0;
}
