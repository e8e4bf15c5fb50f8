// Managed memory: the host writes the flag, all of them set in the twin.
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
		out[blockIdx.x * 128 + threadIdx.x] = data[threadIdx.x]; // twin-race: inter-block; twin-cause: can go on at once
	}
}
int main()
{
	int *flag, *data, *out;
	cudaMallocManaged(&flag, 400);
	cudaMalloc(&data, 512);
	cudaMalloc(&out, 2048);
	for (int i = 0; i < 100; i++)
		flag[i] = 0; // twin: 		flag[i] = 1;
	k<<<4, 128>>>(flag, data, out); // launch: race-free; twin-launch: race
}
