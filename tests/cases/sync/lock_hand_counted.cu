// Locks of an array that are taken hand over hand by number: the round before has taken the lock of its entry, and the first one is taken before
// the loop. In the twin an entry is changed when its lock has been left.
__device__ void take(int *lock)
{
	while (atomicCAS(lock, 0, 1) != 0)
		;
	__threadfence();
}

__device__ void leave(int *lock)
{
	__threadfence();
	atomicExch(lock, 0);
}

__global__ void walk(int *locks, int *value, int n)
{
	if (threadIdx.x != 0)
		return;
	take(&locks[0]);
	for (int i = 0; i < n - 1; i++) {
		take(&locks[i + 1]);
		value[i + 1] += value[i]; // twin-race: inter-block
		leave(&locks[i]); // twin-race: inter-block; twin: 		leave(&locks[i]), value[i] = 0;
	}
	leave(&locks[n - 1]);
}

int main()
{
	int *locks, *value;
	cudaMalloc(&locks, 100 * sizeof(int));
	cudaMalloc(&value, 100 * sizeof(int));
	cudaMemset(locks, 0, 100 * sizeof(int));
	walk<<<8, 32>>>(locks, value, 100); // launch: race-free; twin-launch: race
}
