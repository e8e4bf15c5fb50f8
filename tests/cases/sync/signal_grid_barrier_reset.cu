// A grid barrier that is used twice: the last block sets the count back and begins a new generation.
__device__ unsigned count;
__device__ volatile unsigned generation;

__device__ void grid_barrier()
{
	__syncthreads();
	if (threadIdx.x == 0) {
		unsigned mine = generation;
		__threadfence();
		if (atomicAdd(&count, 1) == gridDim.x - 1) {
			count = 0;
			__threadfence();
			generation = mine + 1;
		} else {
			while (generation == mine)
				;
		}
		__threadfence();
	}
	__syncthreads();
}

__global__ void mirror(float *a, float *b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = gridDim.x * blockDim.x;
	a[i] = i;
	grid_barrier();
	b[i] = a[n - 1 - i]; // twin-race: inter-block
	grid_barrier(); // twin: 
	a[i] = b[n - 1 - i]; // twin-race: inter-block
}

void run(float *a, float *b)
{
	mirror<<<8, 128>>>(a, b); // launch: race-free; twin-launch: race
}
