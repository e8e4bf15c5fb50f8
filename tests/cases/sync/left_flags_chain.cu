// Blocks wait for the one before, each at a flag of its own. A function sets all of them back; in the twin, those of another array.
#include <cuda_runtime.h>

__global__ void chain(int *data, volatile int *done, int *out)
{
	unsigned int b = blockIdx.x;
	if (b > 0) {
		while (done[b - 1] == 0)
			;
		__threadfence();
		out[b] = data[b - 1]; // twin-race: inter-block
	}
	data[b] = b; // twin-race: inter-block
	__threadfence();
	done[b] = 1;
}

static void clear(int *flags, int n)
{
	cudaMemsetAsync(flags, 0, n * sizeof(int));
}

int main(int argc, char **argv)
{
	int *data, *done, *out;
	cudaMalloc(&data, 64);
	cudaMalloc(&done, 64);
	cudaMalloc(&out, 64);
	clear(done, 16);
	while (argc--) {
		chain<<<16, 1>>>(data, done, out); // launch: race-free; twin-launch: race
		cudaDeviceSynchronize();
		clear(done, 16); // twin: clear(out, 16);
	}
	return 0;
}
