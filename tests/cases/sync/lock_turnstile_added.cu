// Who is done adds 1 to the turn, atomically or as he alone may. Two additions let two in.
#include <cuda_runtime.h>

__device__ int ticket[3];
__device__ int turn;
__device__ volatile int next, pair;

__global__ void add(int *total)
{
	int mine = atomicAdd(&ticket[0], 1);
	while (atomicAdd(&turn, 0) < mine)
		;
	__threadfence();
	total[0] = total[0] + 1; // twin-race: inter-block
	__threadfence();
	atomicAdd(&turn, 1); // twin: atomicAdd(&turn, 2);
}

__global__ void increment(int *total)
{
	int mine = atomicAdd(&ticket[1], 1);
	while (next < mine)
		;
	__threadfence();
	total[0] = total[0] + 1;
	__threadfence();
	next++;
}

__global__ void increment_twice(int *total)
{
	int mine = atomicAdd(&ticket[2], 1);
	while (pair < mine)
		;
	__threadfence();
	total[0] = total[0] + 1; // race: inter-block; twin-race: inter-block
	__threadfence();
	pair++; // race: inter-block; twin-race: inter-block
	pair++; // race: inter-block; twin-race: inter-block
}

int main()
{
	int *total;
	cudaMalloc(&total, 12);
	add<<<8, 1>>>(total);                 // launch: race-free; twin-launch: race
	increment<<<8, 1>>>(total + 1);       // launch: race-free; twin-launch: race-free
	increment_twice<<<8, 1>>>(total + 2); // launch: race; twin-launch: race
	return 0;
}
