// In each round one thread waits for the flags of all blocks, in a loop that asks at its end, lets its block read what they have written, and lets all write the next. In the
// twin these are let go on before they have been waited for.
__global__ void rounds(int *data, volatile int *flag, volatile int *go, int *out, int n)
{
	for (int r = 0; r < n; r++) {
		if (blockIdx.x > 0) {
			data[blockIdx.x * blockDim.x + threadIdx.x] = r; // twin-race: inter-block
			__syncthreads();
			if (threadIdx.x == 0) {
				__threadfence();
				flag[blockIdx.x] = r + 1;
				while (*go <= r) // twin: while (*go < r)
					;
				__threadfence();
			}
			__syncthreads();
		} else {
			if (threadIdx.x == 0) {
				int b = 1;
				do {
					while (flag[b] <= r)
						;
				} while (++b < gridDim.x);
				__threadfence();
			}
			__syncthreads();
			int sum = 0;
			for (int j = blockDim.x + threadIdx.x; j < blockDim.x * gridDim.x; j += blockDim.x)
				sum += data[j]; // twin-race: inter-block
			out[r * blockDim.x + threadIdx.x] = sum;
			__syncthreads();
			if (threadIdx.x == 0) {
				__threadfence();
				*go = r + 1;
			}
		}
	}
}

void run(int *data, int *flag, int *go, int *out, int n)
{
	rounds<<<200, 64>>>(data, flag, go, out, n); // launch: race-free; twin-launch: race
}
