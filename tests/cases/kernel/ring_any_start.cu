/*
 * Each block visits all slots in turn from its own on, with a barrier of the grid between: the rounds are steps round a ring
 * that does not begin at a constant. In the twin the ring has a slot less than there are blocks.
 */
#include <cooperative_groups.h>

__global__ void visit(int *slots, int rounds)
{
	int i = blockIdx.x;
	for (int r = 0; r < rounds; r++) {
		if (threadIdx.x == 0)
			slots[i] += r; // twin-race: inter-block
		cooperative_groups::this_grid().sync();
		i = (i + 1) % 30; // twin: i = (i + 1) % 29;
	}
}

__global__ void back(int *slots, int rounds)
{
	unsigned i = threadIdx.x;
	for (int r = 0; r < rounds; r++) {
		slots[blockIdx.x * 64 + i] += r;
		__syncthreads();
		i = (i - 3) % 64;
	}
}

__global__ void any_size(int *slots, int rounds)
{
	int i = blockIdx.x;
	for (int r = 0; r < rounds; r++) {
		if (threadIdx.x == 0)
			slots[i] += r;
		cooperative_groups::this_grid().sync();
		i = (i + 1) % gridDim.x;
	}
}

int main(int argc, char **argv)
{
	int *slots;
	cudaMalloc(&slots, 30 * 64 * sizeof(int));
	visit<<<30, 64>>>(slots, argc); // launch: race-free; twin-launch: race
	back<<<30, 64>>>(slots, argc); // launch: race-free; twin-launch: race-free
	any_size<<<30, 64>>>(slots, argc); // launch: race-free; twin-launch: race-free
}
