// A flag of each tile, which one thread sets for its block behind a barrier. In the twin the barrier is missing, and the cause says so, though flags of
// different tiles have different addresses.
__global__ void add_up(const float *a, float *part, int *flags, float *c)
{
	int tile = blockIdx.x / 2;
	float sum = a[blockIdx.x * 128 + threadIdx.x];
	if (blockIdx.x % 2 == 1) {
		part[tile * 128 + threadIdx.x] = sum; // twin-race: inter-block; twin-cause: barrier missing between line 8 and the signal at line 12
		__syncthreads(); // twin:
		if (threadIdx.x == 0) {
			__threadfence();
			atomicExch(&flags[tile], 1);
		}
		return;
	}
	if (threadIdx.x == 0) {
		while (atomicCAS(&flags[tile], 1, 1) != 1)
			;
		__threadfence();
	}
	__syncthreads();
	c[tile * 128 + threadIdx.x] = sum + part[tile * 128 + threadIdx.x]; // twin-race: inter-block
}

int main()
{
	float *a, *part, *c;
	int *flags;
	cudaMalloc(&a, 64 * 128 * sizeof(float));
	cudaMalloc(&part, 32 * 128 * sizeof(float));
	cudaMalloc(&c, 32 * 128 * sizeof(float));
	cudaMalloc(&flags, 32 * sizeof(int));
	cudaMemset(flags, 0, 32 * sizeof(int));
	add_up<<<64, 128>>>(a, part, flags, c); // launch: race-free; twin-launch: race
}
