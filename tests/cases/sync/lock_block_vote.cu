// A lock that the last thread tries for its block: a vote tells the others whether it got it. In the twin two threads try, and leave it.
__device__ int lock;

__global__ void add(int *total)
{
	bool got = false;
	if (threadIdx.x == blockDim.x - 1) // twin: if (threadIdx.x >= blockDim.x - 2)
		got = atomicCAS(&lock, 0, 1) == 0;
	if (__syncthreads_or(got)) {
		__threadfence();
		total[threadIdx.x] += blockIdx.x; // twin-race: inter-block
		__threadfence();
		__syncthreads();
		if (threadIdx.x == blockDim.x - 1)
			atomicExch(&lock, 0);
	}
}

void run(int *total)
{
	add<<<8, 64>>>(total); // launch: race-free; twin-launch: race
}
