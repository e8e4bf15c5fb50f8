// Of two flags one alone is set back between the launches: the other may be as the first launch left it; in the twin both are.
#include <cuda_runtime.h>

__global__ void pass(int *data, int *flag, int *out)
{
	int pair = blockIdx.x / 2;
	if (threadIdx.x)
		return;
	if (blockIdx.x % 2 == 0) {
		data[pair] = 42;
		__threadfence();
		atomicExch(flag + pair, 1);
	} else {
		while (atomicAdd(flag + pair, 0) == 0)
			;
		__threadfence();
		out[pair] = data[pair];
	}
}

int main()
{
	int *d, *f, *o;

	cudaMalloc(&d, 8);
	cudaMalloc(&f, 8);
	cudaMalloc(&o, 8);
	cudaMemset(f, 0, 8);
	pass<<<4, 32>>>(d, f, o); // launch: race-free; twin-launch: race-free
	cudaMemset(f, 0, 4); // twin: cudaMemset(f, 0, 8);
	pass<<<4, 32>>>(d, f, o); // launch: undecided; twin-launch: race-free
	cudaDeviceSynchronize();
}
