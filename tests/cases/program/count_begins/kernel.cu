// A barrier that counts down from what a device variable begins with, called from another file. In the twin it begins with one less.
// flags: --timeout=5
__device__ int missing = 32; // twin: __device__ int missing = 31;
__device__ int sense;
__device__ void all_blocks(int *mine)
{
	__syncthreads();
	if (threadIdx.x == 0) {
		*mine = !*mine;
		__threadfence();
		if (atomicSub(&missing, 1) == 1) {
			atomicExch(&missing, gridDim.x);
			__threadfence();
			atomicExch(&sense, *mine);
		} else
			while (atomicAdd(&sense, 0) != *mine)
				;
		__threadfence();
	}
	__syncthreads();
}
__global__ void steps(int *a, int *b, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int m = gridDim.x * blockDim.x;
	int mine = 0;
	for (int r = 0; r < rounds; r++) {
		a[i] = b[i] + r; // twin-race: inter-block
		all_blocks(&mine);
		b[i] = a[(i + 1) % m]; // twin-race: inter-block
		all_blocks(&mine);
	}
}
void run(int *a, int *b, int rounds)
{
	steps<<<32, 128>>>(a, b, rounds); // launch: race-free; twin-launch: race
}
