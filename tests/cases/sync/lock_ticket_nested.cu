// Groups of blocks share a ticket lock each, and all of them another one that they take inside. In the twin what the inner one guards is written when it was given
// back, though the outer one is still held.
#include <cuda_runtime.h>

#define INSIDE true // twin: #define INSIDE false

struct ticket_lock {
	unsigned next, serving;
};

__device__ void lock(ticket_lock *l)
{
	unsigned mine = atomicAdd(&l->next, 1);
	while (*(volatile unsigned *)&l->serving != mine)
		;
	__threadfence();
}

__device__ void unlock(ticket_lock *l)
{
	__threadfence();
	atomicAdd(&l->serving, 1);
}

__global__ void count(ticket_lock *groups, ticket_lock *common, int *of_group, int *all)
{
	unsigned group = blockIdx.x % 4;

	if (threadIdx.x)
		return;
	lock(&groups[group]);
	of_group[group] += 1;
	lock(common);
	if (INSIDE)
		*all += 1;
	unlock(common);
	if (!INSIDE)
		*all += 1; // twin-race: inter-block
	unlock(&groups[group]);
}

int main()
{
	ticket_lock *groups, *common;
	int *of_group, *all;

	cudaMalloc(&groups, 4 * sizeof(*groups));
	cudaMemset(groups, 0, 4 * sizeof(*groups));
	cudaMalloc(&common, sizeof(*common));
	cudaMemset(common, 0, sizeof(*common));
	cudaMalloc(&of_group, 4 * sizeof(int));
	cudaMalloc(&all, sizeof(int));
	count<<<16, 32>>>(groups, common, of_group, all); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
