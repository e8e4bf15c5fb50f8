// The slots of an array lock that another kernel opens: the first one; in the twin others as well, which is not followed.
#include <cuda_runtime.h>

__global__ void prepare(int *turn)
{
	turn[0] = 1; // twin: 	turn[threadIdx.x] = 1;
}

__global__ void count(unsigned *next, volatile int *turn, int *total)
{
	if (threadIdx.x)
		return;
	unsigned ticket = atomicAdd(next, 1);
	while (!turn[ticket])
		;
	__threadfence();
	total[0] += 1;
	__threadfence();
	turn[ticket + 1] = 1;
}

int main(void)
{
	unsigned *next;
	int *turn, *total;
	cudaMalloc(&next, sizeof(unsigned));
	cudaMalloc(&turn, 257 * sizeof(int));
	cudaMalloc(&total, sizeof(int));
	cudaMemset(next, 0, sizeof(unsigned));
	cudaMemset(turn, 0, 257 * sizeof(int));
	prepare<<<1, 1>>>(turn); // launch: race-free; twin-launch: race-free
	count<<<256, 32>>>(next, turn, total); // launch: race-free; twin-launch: undecided
	return 0;
}
