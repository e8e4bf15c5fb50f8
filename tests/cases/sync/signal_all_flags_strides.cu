// The threads of one block wait by strides for the flags of all others, of a launch whose size is not known. In the twin their strides are longer
// than there are threads.
__global__ void strides(int *data, volatile int *flag, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (blockIdx.x > 0) {
		data[i] = i; // twin-race: inter-block
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			flag[blockIdx.x] = 1;
		}
	} else {
		for (int b = 1 + threadIdx.x; b < gridDim.x; b += blockDim.x) // twin: for (int b = 1 + threadIdx.x; b < gridDim.x; b += 2 * blockDim.x)
			while (flag[b] != 1)
				;
		__threadfence();
		__syncthreads();
		int sum = 0;
		for (int j = blockDim.x + threadIdx.x; j < blockDim.x * gridDim.x; j += blockDim.x)
			sum += data[j]; // twin-race: inter-block
		out[threadIdx.x] = sum;
	}
}

void run(int *data, int *flag, int *out, int n)
{
	strides<<<n, 16>>>(data, flag, out); // launch: race-free; twin-launch: race
}
