// The same with a fence before the leaving that in the twin has block scope, while other owners are in other blocks.
struct lock {
	int owner, depth;
};

__device__ void take(struct lock *lock)
{
	int own = blockIdx.x * blockDim.x + threadIdx.x + 1;
	if (atomicAdd(&lock->owner, 0) != own) {
		while (atomicCAS(&lock->owner, 0, own) != 0)
			;
		__threadfence();
	}
	lock->depth++; // twin-race: inter-block
}

__device__ void leave(struct lock *lock)
{
	if (--lock->depth == 0) { // twin-race: inter-block
		__threadfence(); // twin: 		__threadfence_block();
		atomicExch(&lock->owner, 0);
	}
}

__global__ void counted(struct lock *lock, int *count)
{
	if (threadIdx.x != 0)
		return;
	take(lock);
	*count += 1; // twin-race: inter-block
	leave(lock);
}

int main()
{
	struct lock *lock;
	int *count;
	cudaMalloc(&lock, sizeof(*lock));
	cudaMemset(lock, 0, sizeof(*lock));
	cudaMalloc(&count, sizeof(*count));
	counted<<<64, 32>>>(lock, count); // launch: undecided; twin-launch: race
}
