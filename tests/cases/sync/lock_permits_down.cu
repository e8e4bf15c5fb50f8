// Permits that are taken before it is known whether there was one, and given back where there was none. Who gives one that he has
// not taken lets others in: it is not known how many (the twin).
__device__ int permits = 1;

__global__ void each(int *sum)
{
	if (threadIdx.x == 0) {
		while (atomicSub(&permits, 1) <= 0)
			atomicAdd(&permits, 1);
		__threadfence();
		*sum += 1;
		__threadfence();
		atomicAdd(&permits, 1);
	}
	// twin: if (threadIdx.x == 1) atomicAdd(&permits, 1);
}

__global__ void warps(int *sums)
{
	__shared__ int free, sum;
	if (threadIdx.x == 0) {
		free = 1;
		sum = 0;
	}
	__syncthreads();
	if (threadIdx.x % 32 == 0) {
		while (atomicSub(&free, 1) <= 0)
			atomicAdd(&free, 1);
		__threadfence_block();
		sum += threadIdx.x;
		__threadfence_block();
		atomicAdd(&free, 1);
	}
	__syncthreads();
	if (threadIdx.x == 0)
		sums[blockIdx.x] = sum;
}

__global__ void two_blocks(int *sum, int *permits_given)
{
	if (threadIdx.x == 0) {
		while (atomicSub(permits_given, 1) <= 0)
			atomicAdd(permits_given, 1);
		__threadfence();
		*sum += 1; // race: inter-block; twin-race: inter-block
		__threadfence();
		atomicAdd(permits_given, 1);
	}
}

void run(int *sum)
{
	each<<<8, 64>>>(sum); // launch: race-free; twin-launch: undecided
}

void run_warps(int *sums)
{
	warps<<<8, 128>>>(sums); // launch: race-free; twin-launch: race-free
}

void run_two(int *sum)
{
	int *given, two = 2;
	cudaMalloc(&given, sizeof(int));
	cudaMemcpy(given, &two, sizeof(int), cudaMemcpyHostToDevice);
	two_blocks<<<8, 64>>>(sum, given); // launch: race; twin-launch: race
}
