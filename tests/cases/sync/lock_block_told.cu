// A lock that a leader tries for its block: it tells the others whether it got it, and leaves it behind a barrier. In the twin
// it may leave it while the others are still at work.
__device__ int lock;

__global__ void add(int *total)
{
	__shared__ bool got;
	if (threadIdx.x == 0) {
		got = atomicCAS(&lock, 0, 1) == 0;
		__threadfence();
	}
	__syncthreads();
	if (got) {
		total[threadIdx.x] += blockIdx.x; // twin-race: inter-block
		__syncthreads(); // twin:
		if (threadIdx.x == 0) {
			__threadfence();
			atomicExch(&lock, 0);
		}
	}
}

void run(int *total)
{
	add<<<8, 64>>>(total); // launch: race-free; twin-launch: race
}
