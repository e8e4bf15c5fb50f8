// A loop that ends in a round that waits has rounds that do not: a block may count several times before the others count.
__global__ void rounds(int *data, int *out, unsigned *count, int n)
{
	for (int k = 0;; k++) {
		if (k == 0)
			data[blockIdx.x] = k;
		__threadfence();
		atomicAdd(count, 1);
		if (k >= 0) { // twin: 		if (k % 4 == 3) {
			while (atomicAdd(count, 0) < gridDim.x)
				;
			__threadfence();
			out[blockIdx.x] = data[(blockIdx.x + 1) % gridDim.x];
			if (k > n)
				break;
		}
	}
}

void run(int *data, int *out, unsigned *count, int n, int grid)
{
	cudaMemset(count, 0, 4);
	rounds<<<grid, 1>>>(data, out, count, n); // launch: race-free; twin-launch: undecided
}
