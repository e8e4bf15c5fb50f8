// An array lock with a slot for each ticket; in the twin the next one's is found modulo 8.
#include <cuda_runtime.h>

__global__ void count(unsigned *next, volatile int *turn, int *total)
{
	if (threadIdx.x)
		return;
	unsigned ticket = atomicAdd(next, 1);
	while (!turn[ticket])
		;
	__threadfence();
	total[0] += 1; // twin-race: inter-block
	__threadfence();
	turn[ticket + 1] = 1; // twin: turn[(ticket + 1) % 8] = 1;
}

int main(void)
{
	unsigned *next;
	int *turn, *total, one = 1;
	cudaMalloc(&next, sizeof(unsigned));
	cudaMalloc(&turn, 257 * sizeof(int));
	cudaMalloc(&total, sizeof(int));
	cudaMemset(next, 0, sizeof(unsigned));
	cudaMemset(turn, 0, 257 * sizeof(int));
	cudaMemcpy(turn, &one, sizeof(int), cudaMemcpyHostToDevice);
	count<<<256, 32>>>(next, turn, total); // launch: race-free; twin-launch: race
	return 0;
}
