// A ring whose producer reads both indices back: what it compares with is its own last write, which is not followed. Where it
// counts itself, in the twin, it is.
#include <cuda_runtime.h>

__device__ volatile unsigned int head, tail;

__global__ void pass_on(int *ring, int *out, unsigned int n)
{
	if (blockIdx.x == 0) {
		for (unsigned int i = 0; i < n; i++) {
			while (tail - head >= 16) // twin: while (i - head >= 16)
				;
			__threadfence();
			ring[i % 16] = i;
			__threadfence();
			tail = i + 1;
		}
	} else if (blockIdx.x == 1) {
		for (unsigned int i = 0; i < n; i++) {
			while (tail <= i)
				;
			__threadfence();
			out[i] = ring[i % 16];
			__threadfence();
			head = i + 1;
		}
	}
}

int main(int argc, char **argv)
{
	int *ring, *out;
	cudaMalloc(&ring, 64);
	cudaMalloc(&out, 4096);
	pass_on<<<2, 1>>>(ring, out, argc); // launch: undecided; twin-launch: race-free
	return 0;
}
