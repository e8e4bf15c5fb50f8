// Blocks that spin by a vote for what their first threads try, and say no otherwise. In the twin who got it once goes on for good.
__device__ int lock;

__global__ void add(int *total, int n)
{
	bool got = true;
	for (int i = 0; i < n; i++) {
		do {
			got = true; // twin:
			if (threadIdx.x == 0)
				got = atomicExch(&lock, 1) == 0;
		} while (!__syncthreads_and(got));
		__threadfence();
		total[threadIdx.x] += blockIdx.x; // twin-race: inter-block
		__threadfence();
		__syncthreads();
		if (threadIdx.x == 0)
			atomicExch(&lock, 0);
	}
}

void run(int *total, int n)
{
	add<<<8, 64>>>(total, n); // launch: race-free; twin-launch: race
}
