// The same by a word that names the owner, and how often he has taken the lock. In the twin the count is begun outside.
__device__ int lock, depth, count;
__device__ volatile int owner = -1;

__device__ void take(int own)
{
	if (owner != own) {
		while (atomicCAS(&lock, 0, 1))
			;
		__threadfence();
		owner = own;
	}
	depth += 1;
}

__device__ void leave()
{
	depth -= 1;
	if (depth == 0) {
		owner = -1;
		__threadfence();
		atomicExch(&lock, 0);
	}
}

__global__ void counted(int *out)
{
	if (threadIdx.x != 0)
		return;
	out[blockIdx.x] = 0; // twin-race(warning): inter-block; twin-race: inter-block; twin: 	count = 0;
	take(blockIdx.x);
	count += 1; // twin-race: inter-block
	take(blockIdx.x);
	count += 2; // twin-race: inter-block
	leave();
	leave();
}

int main()
{
	int *out;
	cudaMalloc(&out, 64 * sizeof(int));
	counted<<<64, 32>>>(out); // launch: undecided; twin-launch: race
}
