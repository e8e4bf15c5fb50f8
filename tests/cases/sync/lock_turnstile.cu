// Tickets are let in when the turn is at least theirs: it is just theirs then. In the twin who is done lets two in.
#include <cuda_runtime.h>

__device__ unsigned int ticket;
__device__ volatile unsigned int turn;

__global__ void count(int *total)
{
	unsigned int mine = atomicAdd(&ticket, 1);
	while (turn < mine)
		;
	__threadfence();
	total[0] = total[0] + 1; // twin-race: inter-block
	__threadfence();
	turn = mine + 1; // twin: turn = mine + 2;
}

int main()
{
	int *total;
	cudaMalloc(&total, 4);
	count<<<8, 1>>>(total); // launch: race-free; twin-launch: race
	return 0;
}
