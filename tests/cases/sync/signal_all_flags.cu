// One thread waits for the flags of all blocks in turn, and its block goes on behind a barrier; in the twin it leaves one out.
__device__ volatile int done[32];
__global__ void k(int *data, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (blockIdx.x > 0) {
		data[i] = i; // twin-race: inter-block
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			done[blockIdx.x] = 1;
		}
	} else {
		if (threadIdx.x == 0) {
			for (int b = 1; b < gridDim.x; b++) // twin: for (int b = 2; b < gridDim.x; b++)
				while (!done[b])
					;
			__threadfence();
		}
		__syncthreads();
		int sum = 0;
		for (int j = 128; j < 128 * gridDim.x; j++)
			sum += data[j]; // twin-race: inter-block
		out[threadIdx.x] = sum;
	}
}
void run(int *data, int *out)
{
	k<<<32, 128>>>(data, out); // launch: race-free; twin-launch: race
}
