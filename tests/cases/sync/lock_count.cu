// A word counts those who have come: who has found nobody gets in, who has found somebody leaves again; the twin's take away all others.
#include <cuda_runtime.h>

__global__ void add(unsigned *inside, int *total)
{
	if (threadIdx.x != 0)
		return;
	while (atomicAdd(inside, 1u) != 0)
		atomicSub(inside, 1u); // twin: atomicExch(inside, 0u);
	__threadfence();
	*total += 1; // twin-race: inter-block
	__threadfence();
	atomicSub(inside, 1u);
}

__global__ void try_once(unsigned *inside, int *total)
{
	if (threadIdx.x != 0)
		return;
	if (atomicAdd(inside, 1u) == 0) {
		__threadfence();
		*total += 1;
		__threadfence();
	}
	atomicSub(inside, 1u);
}

int main()
{
	unsigned *inside, *others;
	int *total;

	cudaMalloc(&inside, sizeof(unsigned));
	cudaMalloc(&others, sizeof(unsigned));
	cudaMalloc(&total, sizeof(int));
	cudaMemset(inside, 0, sizeof(unsigned));
	cudaMemset(others, 0, sizeof(unsigned));
	add<<<8, 128>>>(inside, total); // launch: race-free; twin-launch: race
	for (int i = 0; i < 4; i++)
		try_once<<<8, 128>>>(others, total); // launch: race-free; twin-launch: race-free
	return 0;
}
