// Another kernel sets a flag back between two launches; before that it ends, by assembly, for what it is given. In the twin it does not.
#include <cuda_runtime.h>

__global__ void pass(int *flag, int *data, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 42;
		__threadfence();
		atomicExch(flag, 1);
	} else {
		while (atomicAdd(flag, 0) == 0)
			;
		__threadfence();
		out[blockIdx.x] = *data;
	}
}

__global__ void clear(int *flag, int n)
{
	asm volatile("{ .reg .pred p; setp.gt.s32 p, %0, 3; @p exit; }" : : "r"(n)); // twin:
	if (threadIdx.x == 0)
		*flag = 0;
}

int main(int argc, char **argv)
{
	int *d, *f, *o;

	cudaMalloc(&d, 4);
	cudaMalloc(&f, 4);
	cudaMalloc(&o, 64 * 4);
	cudaMemset(f, 0, 4);
	for (int i = 0; i < argc; i++) {
		pass<<<64, 32>>>(f, d, o); // launch: undecided; twin-launch: race-free
		clear<<<1, 32>>>(f, 16); // launch: undecided; twin-launch: race-free
	}
	cudaDeviceSynchronize();
}
