// One block initializes a table, of which its leader tells it; the others wait. In the twin it says too early that it is done.
__device__ int state;

__global__ void use(int *table, int *out)
{
	__shared__ bool mine;
	if (threadIdx.x == blockDim.x - 1)
		mine = atomicCAS(&state, 0, 1) == 0;
	__syncthreads();
	if (mine) {
		table[threadIdx.x] = threadIdx.x * threadIdx.x; // twin-race: inter-block
		__threadfence();
		__syncthreads(); // twin:
		if (threadIdx.x == blockDim.x - 1)
			atomicExch(&state, 2);
	}
	if (threadIdx.x == blockDim.x - 1) {
		while (atomicAdd(&state, 0) != 2)
			;
		__threadfence();
	}
	__syncthreads();
	out[blockIdx.x * blockDim.x + threadIdx.x] = table[blockDim.x - 1 - threadIdx.x]; // twin-race: inter-block
}

void run(int *table, int *out)
{
	use<<<32, 128>>>(table, out); // launch: race-free; twin-launch: race
}
