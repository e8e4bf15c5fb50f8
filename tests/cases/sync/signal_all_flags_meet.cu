// In each round each block says how far it is, and its threads wait by strides until all blocks are as far; their number is not known. In the twin they wait
// for the round before.
__global__ void meet(float *a, float *b, volatile int *flag, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, m = gridDim.x * blockDim.x;
	for (int r = 0; r < n; r++) {
		float *from = r & 1 ? b : a, *to = r & 1 ? a : b;
		to[i] = from[(i + 1) % m] * 0.5f; // twin-race: inter-block
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			flag[blockIdx.x] = r + 1;
		}
		for (int c = threadIdx.x; c < gridDim.x; c += blockDim.x)
			while (flag[c] <= r) // twin: while (flag[c] < r)
				;
		__threadfence();
		__syncthreads();
	}
}

void run(float *a, float *b, int *flag, int n, int blocks)
{
	meet<<<blocks, 64>>>(a, b, flag, n); // launch: race-free; twin-launch: race
}
