// A lock that one block opens for all, and tells them by a flag. In the twin they do not wait for it: by then somebody may hold the lock.
__device__ int lock = 1, ready, count;

__global__ void counted()
{
	if (blockIdx.x == 0 && threadIdx.x == 0) {
		atomicExch(&lock, 0);
		__threadfence();
		atomicExch(&ready, 1);
	}
	__syncthreads();
	if (threadIdx.x != 0)
		return;
	while (blockIdx.x != 0 && atomicAdd(&ready, 0) == 0) // twin: 	while (false)
		;
	__threadfence();
	while (atomicCAS(&lock, 0, 1))
		;
	__threadfence();
	count += 1; // twin-race: inter-block; twin-cause: the lock is set at line 7 while threads of other blocks may hold it
	__threadfence();
	atomicExch(&lock, 0);
}

int main()
{
	counted<<<64, 32>>>(); // launch: race-free; twin-launch: race
}
