// Turns that are waited for at two places; in the twin two blocks wait for one turn, at a place each.
#include <cuda_runtime.h>

__global__ void pass(volatile int *turn, int *cell)
{
	int b = blockIdx.x;
	if (threadIdx.x)
		return;
	if (b == 0) {
		while (*turn != b)
			;
		__threadfence();
		*cell += 1; // twin-race: inter-block
		__threadfence();
		*turn = b + 1;
	} else {
		while (*turn != b) // twin: while (*turn != b - 1)
			;
		__threadfence();
		*cell += 2; // twin-race: inter-block
		__threadfence();
		*turn = b + 1;
	}
}

int main()
{
	int *turn, *cell;
	cudaMalloc(&turn, sizeof(int));
	cudaMalloc(&cell, sizeof(int));
	cudaMemset(turn, 0, sizeof(int));
	pass<<<2, 32>>>(turn, cell); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
