// A barrier that counts the blocks along x only: right for a grid of one row.
__device__ unsigned count;
__device__ volatile unsigned generation;

__device__ void grid_barrier()
{
	__syncthreads();
	if (threadIdx.x == 0) {
		unsigned mine = generation;
		__threadfence();
		if (atomicAdd(&count, 1) == gridDim.x - 1) {
			atomicExch(&count, 0);
			__threadfence();
			generation = mine + 1;
		} else {
			while (generation == mine)
				;
			__threadfence();
		}
	}
	__syncthreads();
}

__global__ void twice(float *a, float *b)
{
	int n = gridDim.x * gridDim.y * blockDim.x;
	int i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
	a[i] = i; // race: inter-block
	grid_barrier();
	b[i] = a[n - 1 - i]; // race: inter-block; cause: the grid barrier at line 11 lets
	grid_barrier();
	a[i] = b[n - 1 - i]; // race: inter-block
}

void run(float *a, float *b)
{
	twice<<<64, 128>>>(a, b); // launch: race-free; twin-launch: race-free
	twice<<<dim3(8, 8), 128>>>(a, b); // launch: race; twin-launch: race-free; twin: 	twice<<<dim3(8, 1), 128>>>(a, b); // launch: race-free
}
