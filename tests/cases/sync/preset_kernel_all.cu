// A kernel fills an array of flags, the first one in the first round of its loop; in the twin with what is waited for.
__global__ void fill(int *flag, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		flag[i] = 0; // twin: 		flag[i] = 1;
}

__global__ void k(int *flag, int *data, int *out)
{
	if (blockIdx.x == 0) {
		data[threadIdx.x] = threadIdx.x; // twin-race: inter-block
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			atomicExch(flag, 1);
		}
	} else {
		if (threadIdx.x == 0) {
			while (atomicAdd(flag, 0) == 0)
				;
			__threadfence();
		}
		__syncthreads();
		out[blockIdx.x * 128 + threadIdx.x] = data[threadIdx.x]; // twin-race: inter-block
	}
}
int main()
{
	int *flag, *data, *out;
	cudaMalloc(&flag, 400);
	cudaMalloc(&data, 512);
	cudaMalloc(&out, 2048);
	fill<<<1, 32>>>(flag, 100); // launch: race-free; twin-launch: race-free
	k<<<4, 128>>>(flag, data, out); // launch: race-free; twin-launch: race
}
