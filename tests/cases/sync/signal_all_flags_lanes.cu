// Lanes of a warp that wait for the flags of all blocks, several each, and a warp barrier behind. In the twin there is no barrier.
__device__ int flags[1024];

__global__ void collect(int *data, int *out)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; // twin-race: inter-block
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0)
		atomicExch(&flags[blockIdx.x], 1);
	if (blockIdx.x == 0 && threadIdx.x < 32) {
		for (int i = threadIdx.x; i < gridDim.x; i += 32)
			while (atomicAdd(&flags[i], 0) != 1)
				;
		__threadfence();
		__syncwarp(); // twin:
		int sum = 0;
		for (int i = threadIdx.x; i < gridDim.x * blockDim.x; i += 32)
			sum += data[i]; // twin-race: inter-block
		out[threadIdx.x] = sum;
	}
}

void run(int *data, int *out)
{
	collect<<<64, 64>>>(data, out); // launch: race-free; twin-launch: race
}
