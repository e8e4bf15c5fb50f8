// A chain of two signals over words that the host has set to -1 and that are signalled by 0; in the twin the second is 0 at first.
#include <cuda_runtime.h>

__global__ void pass(int *data, int *first, int *second, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 42; // twin-race: inter-block
		__threadfence();
		atomicExch(first, 0);
	} else if (blockIdx.x == 1) {
		while (atomicAdd(first, 0) != 0)
			;
		__threadfence();
		atomicExch(second, 0);
	} else {
		while (atomicAdd(second, 0) != 0)
			;
		__threadfence();
		*out = *data; // twin-race: inter-block
	}
}

int main()
{
	int *d, *f, *s, *o;

	cudaMalloc(&d, 4);
	cudaMalloc(&f, 4);
	cudaMalloc(&s, 4);
	cudaMalloc(&o, 4);
	cudaMemset(f, 0xff, 4);
	cudaMemset(s, 0xff, 4); // twin: cudaMemset(s, 0, 4);
	pass<<<3, 32>>>(d, f, s, o); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
