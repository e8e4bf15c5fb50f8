// Each round of a loop waits for its own number, which is greater than all before; in the twin it is less, so that what the round before has left is enough.
#include <cuda_runtime.h>

__global__ void pass(int *data, unsigned *flag, int *out, unsigned epoch)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = epoch;
		__threadfence();
		atomicExch(flag, epoch);
	} else {
		while (*(volatile unsigned *)flag < epoch)
			;
		__threadfence();
		out[blockIdx.x] = *data;
	}
}

int main(int argc, char **argv)
{
	int *d, *o;
	unsigned *f;

	cudaMalloc(&d, 4);
	cudaMalloc(&f, 4);
	cudaMalloc(&o, 64 * 4);
	cudaMemset(f, 0, 4);
	for (int i = 0; i < argc; i++) {
		unsigned epoch = 2 * i + 1; // twin: 		unsigned epoch = argc - i;
		pass<<<64, 32>>>(d, f, o, epoch); // launch: race-free; twin-launch: undecided
	}
	cudaDeviceSynchronize();
}
