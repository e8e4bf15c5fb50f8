// Every two threads of a block wait by strides for the same flags: which ones wait is not followed. In the twin they run no fence behind.
__global__ void halved(int *data, volatile int *flag, int *out)
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
		for (int b = 1 + threadIdx.x / 2; b < gridDim.x; b += blockDim.x / 2)
			while (flag[b] != 1)
				;
		__threadfence(); // twin:
		__syncthreads();
		int sum = 0;
		for (int j = blockDim.x + threadIdx.x; j < blockDim.x * gridDim.x; j += blockDim.x)
			sum += data[j]; // twin-race: inter-block
		out[threadIdx.x] = sum;
	}
}

void run(int *data, int *flag, int *out, int n)
{
	halved<<<n, 128>>>(data, flag, out); // launch: undecided; twin-launch: race
}
