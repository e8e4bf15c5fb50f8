// What a function of which only the name is known does to the flag is not known: it may be as the first launch left it. A print, in the twin, leaves it so.
#include <cstdio>
#include <cuda_runtime.h>

void elsewhere(int *flag);

__global__ void pass(int *data, int *flag, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 42; // twin-race: inter-block
		__threadfence();
		atomicExch(flag, 1);
	} else {
		while (atomicAdd(flag, 0) == 0)
			;
		__threadfence();
		out[blockIdx.x] = *data; // twin-race: inter-block
	}
}

int main()
{
	int *d, *f, *o;

	cudaMalloc(&d, 4);
	cudaMalloc(&f, 4);
	cudaMalloc(&o, 64 * 4);
	cudaMemset(f, 0, 4);
	pass<<<64, 32>>>(d, f, o); // launch: race-free; twin-launch: race-free
	elsewhere(f); // twin: printf("%p\n", f);
	pass<<<64, 32>>>(d, f, o); // launch: undecided; twin-launch: race
	cudaDeviceSynchronize();
}
