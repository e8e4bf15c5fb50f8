// The same in rounds, where the leader alone works under the lock. In the twin all leave it.
__device__ int lock;

__global__ void add(int *total, int n)
{
	__shared__ bool got;
	for (int i = 0; i < n; i++) {
		if (threadIdx.x == 0)
			got = atomicCAS(&lock, 0, 1) == 0;
		__syncthreads();
		if (got) {
			__threadfence();
			if (threadIdx.x == 0)
				*total += i; // twin-race: inter-block
			__threadfence();
			if (threadIdx.x == 0) // twin:
				atomicExch(&lock, 0);
		}
		__syncthreads();
	}
}

void run(int *total, int n)
{
	add<<<8, 64>>>(total, n); // launch: race-free; twin-launch: race
}
