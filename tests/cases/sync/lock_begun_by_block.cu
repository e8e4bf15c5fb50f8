// A lock that each block opens, with a barrier behind, before it takes it: by then another block may hold it. In the twin each block has a lock of its own.
__device__ int locks[64], counts[64];

__global__ void count()
{
	int own = 0; // twin: 	int own = blockIdx.x;
	if (threadIdx.x == 0)
		atomicExch(&locks[own], 0);
	__syncthreads();
	if (threadIdx.x % 32 == 0) {
		while (atomicCAS(&locks[own], 0, 1))
			;
		__threadfence();
		counts[own] += 1; // race: inter-block; cause: the lock is set
		__threadfence();
		atomicExch(&locks[own], 0);
	}
}

__global__ void count_twice()
{
	if (threadIdx.x % 32 == 0) {
		while (atomicCAS(&locks[0], 0, 1))
			;
		__threadfence();
		counts[0] += 1;
		__threadfence();
		atomicExch(&locks[0], 0);
	}
	__syncthreads();
	if (threadIdx.x % 32 == 0) {
		while (atomicCAS(&locks[0], 0, 1))
			;
		__threadfence();
		counts[0] += 2;
		__threadfence();
		atomicExch(&locks[0], 0);
	}
}

int main()
{
	count<<<10, 128>>>(); // launch: race; twin-launch: race-free
	count_twice<<<10, 128>>>(); // launch: race-free; twin-launch: race-free
}
