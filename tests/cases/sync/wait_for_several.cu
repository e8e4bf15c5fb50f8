/*
 * The threads of one block each wait for the flags of several others, all but the first one. In the twin they wait in some launches only.
 */
__global__ void gather(int *data, volatile int *flags, int *out)
{
	if (blockIdx.x != 0) {
		data[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; // twin-race: inter-block
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			flags[blockIdx.x] = 1;
		}
		return;
	}
	if (threadIdx.x > 0) // twin: 	if (threadIdx.x > 0 && out[64])
		for (int b = threadIdx.x; b < gridDim.x; b += 63)
			while (flags[b] == 0)
				;
	__threadfence();
	__syncthreads();
	int sum = 0;
	for (int b = 1; b < gridDim.x; b++)
		sum += data[b * 64 + threadIdx.x]; // twin-race: inter-block
	out[threadIdx.x] = sum;
}

int main()
{
	int *data, *out, *flags;
	cudaMalloc(&data, 200 * 64 * sizeof(int));
	cudaMalloc(&out, 65 * sizeof(int));
	cudaMalloc(&flags, 200 * sizeof(int));
	cudaMemset(flags, 0, 200 * sizeof(int));
	gather<<<200, 64>>>(data, flags, out); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
