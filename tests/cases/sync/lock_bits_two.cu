// Two locks in one word, a bit each, for two totals; the twin clears both bits where it has one.
#include <cuda_runtime.h>

__device__ unsigned word;

__device__ void lock(unsigned bit)
{
	while (atomicOr(&word, bit) & bit)
		;
	__threadfence();
}

__device__ void unlock(unsigned bits)
{
	__threadfence();
	atomicAnd(&word, ~bits);
}

__global__ void add(int *first, int *second)
{
	if (threadIdx.x != 0)
		return;
	lock(1);
	*first += 1; // twin-race: inter-block
	unlock(1);
	lock(2);
	*second += 1; // twin-race: inter-block
	unlock(2); // twin: unlock(3);
}

int main()
{
	int *first, *second;

	cudaMalloc(&first, sizeof(int));
	cudaMalloc(&second, sizeof(int));
	add<<<8, 128>>>(first, second); // launch: race-free; twin-launch: race
	return 0;
}
