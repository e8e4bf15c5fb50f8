// The slots of an array lock that the host opens: the first one; in the twin all of them, so that all are let in.
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
	turn[ticket + 1] = 1;
}

int main(void)
{
	unsigned *next;
	int *turn, *total, first[257] = { 1 };
	for (int i = 1; i < 257; i++)
		first[i] = 0; // twin: 		first[i] = 1;
	cudaMalloc(&next, sizeof(unsigned));
	cudaMalloc(&turn, 257 * sizeof(int));
	cudaMalloc(&total, sizeof(int));
	cudaMemset(next, 0, sizeof(unsigned));
	cudaMemcpy(turn, first, 257 * sizeof(int), cudaMemcpyHostToDevice);
	count<<<256, 32>>>(next, turn, total); // launch: race-free; twin-launch: race
	return 0;
}
