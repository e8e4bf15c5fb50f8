// A barrier that every way out of the loop passes does not come before an access in each round.
__global__ void handed_on(int *data, int *flag, int *out, int n)
{
	if (blockIdx.x == 0) {
		data[threadIdx.x] = 1; // twin-race: inter-block
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			atomicExch(flag, 1);
		}
		return;
	}
	for (int i = 0;; i++) {
		if (threadIdx.x == 0) {
			while (atomicAdd(flag, 0) == 0)
				;
			__threadfence();
		}
		if (i >= 0) { // twin: 		if (i % 2 == 1) {
			__syncthreads();
			if (i > n)
				break;
		}
		out[blockIdx.x * blockDim.x + threadIdx.x] = data[threadIdx.x]; // twin-race: inter-block
	}
}

void run(int *data, int *flag, int *out, int n, int grid)
{
	cudaMemset(flag, 0, 4);
	handed_on<<<grid, 64>>>(data, flag, out, n); // launch: race-free; twin-launch: race
}
