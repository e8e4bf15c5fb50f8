// Without its fence the last block lets the others go before they may see what it saw.
__device__ unsigned count;
__device__ volatile unsigned generation;

__device__ void grid_barrier()
{
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0) {
		unsigned mine = generation; // twin-race: inter-block
		if (atomicAdd(&count, 1) == gridDim.x - 1) {
			atomicExch(&count, 0);
			__threadfence(); // twin: 
			generation = mine + 1; // twin-race: inter-block
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
	int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
	a[i] = i; // twin-race: inter-block
	grid_barrier();
	b[i] = a[n - 1 - i]; // twin-race: inter-block; twin-cause: missing before the last block lets the others go
}

void run(float *a, float *b)
{
	mirror<<<8, 128>>>(a, b); // launch: race-free; twin-launch: race
}
