// Each thread of one block waits for four flags in a row, all together for those of all others. In the twin each leaves out one.
__global__ void chunks(int *data, volatile int *flag, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (blockIdx.x < n) {
		data[i] = i; // twin-race: inter-block
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			flag[blockIdx.x] = 1;
		}
	} else {
		for (int b = threadIdx.x * 4; b < threadIdx.x * 4 + 4; b++) // twin: for (int b = threadIdx.x * 4; b < threadIdx.x * 4 + 3; b++)
			if (b < n)
				while (!flag[b])
					;
		__threadfence();
		__syncthreads();
		int sum = 0;
		for (int j = 0; j < 32 * n; j++)
			sum += data[j]; // twin-race: inter-block
		out[threadIdx.x] = sum;
	}
}

void run(int *data, int *flag, int *out)
{
	chunks<<<101, 32>>>(data, flag, out, 100); // launch: race-free; twin-launch: race
}
