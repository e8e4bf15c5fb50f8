// The last thread of each block arrives for it; in the twin none does.
__device__ unsigned count;
__device__ volatile unsigned gate;
__device__ void barrier()
{
	__syncthreads();
	if (threadIdx.x == blockDim.x - 1) { // twin: if (threadIdx.x == blockDim.x) {
		unsigned g = gate;
		__threadfence();
		if (atomicAdd(&count, 1) == gridDim.x - 1) {
			count = 0;
			__threadfence();
			gate = g + 1;
		} else {
			while (gate == g)
				;
		}
		__threadfence();
	}
	__syncthreads();
}
__global__ void k(int *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int r = 0; r < n; r++) {
		int v = a[(i + 128) % 1024]; // twin-race: inter-block
		barrier();
		a[i] = v + 1; // twin-race: inter-block
		barrier();
	}
}
void run(int *a)
{
	k<<<8, 128>>>(a, 10); // launch: race-free; twin-launch: race
}
