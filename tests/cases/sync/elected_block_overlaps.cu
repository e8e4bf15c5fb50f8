// One block is elected by its leader: what its threads do is not ordered among them.
__device__ int once;

__global__ void elect(int *init)
{
	__shared__ int won;

	if (threadIdx.x == 0)
		won = atomicExch(&once, 1) == 0;
	__syncthreads();
	if (won)
		init[threadIdx.x & 63] = threadIdx.x; // twin-race: intra-block; twin: init[threadIdx.x & 31] = threadIdx.x;
}

void run(int *init)
{
	elect<<<64, 64>>>(init); // launch: race-free; twin-launch: race
}
