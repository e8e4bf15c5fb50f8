// An exclusive or with one number, the same for all threads, keeps places apart.
#include <cuda_runtime.h>

__global__ void toggle(unsigned *q, unsigned mask)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	q[i ^ mask] = i; // twin-race: inter-block, intra-block, intra-warp; twin: q[i ^ (mask & i)] = i;
}

__global__ void toggle_twice(int *q, int mask, int other, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		q[i ^ mask ^ other] = i;
}

void run(unsigned *q, int *r, unsigned mask, int other, int n, int blocks)
{
	toggle<<<blocks, 128>>>(q, mask); // launch: race-free; twin-launch: race
	toggle_twice<<<(n + 127) / 128, 128>>>(r, (int)mask, other, n); // launch: race-free; twin-launch: race-free
}
