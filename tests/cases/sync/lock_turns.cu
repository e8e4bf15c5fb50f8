// Blocks go one after the other, each when the turn is its own; the twin lets two blocks have one turn.
#include <cuda/std/atomic>

template <class A>
__device__ void wait_for(A &a, int v)
{
	while (a.load() != v)
		;
}

__global__ void pass(cuda::std::atomic<int> *turn, int *cell)
{
	if (threadIdx.x)
		return;
	int mine = blockIdx.x; // twin: int mine = blockIdx.x / 2;
	wait_for(*turn, mine);
	*cell += blockIdx.x; // twin-race: inter-block
	turn->store(mine + 1);
}

__global__ void pass_blocks(volatile int *turn, float *cells, const float *in)
{
	if (threadIdx.x == 0) {
		while (*turn != blockIdx.x)
			;
		__threadfence();
	}
	__syncthreads();
	cells[threadIdx.x] += in[blockIdx.x * blockDim.x + threadIdx.x];
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		*turn = blockIdx.x + 1;
	}
}

void run(cuda::std::atomic<int> *turn, int *cell, int *blocks, float *cells, const float *in)
{
	pass<<<16, 32>>>(turn, cell); // launch: race-free; twin-launch: race
	pass_blocks<<<16, 128>>>(blocks, cells, in); // launch: race-free; twin-launch: race-free
}
