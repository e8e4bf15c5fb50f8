// A kernel between that only reads the flag leaves it as the host has filled it.
__global__ void look(const int *flag, int *out)
{
	out[threadIdx.x] = *flag;
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
		out[blockIdx.x * 128 + threadIdx.x] = data[threadIdx.x]; // twin-race: inter-block; twin-cause: can go on at once
	}
}
int main()
{
	int *flag, *data, *out;
	cudaMalloc(&flag, 4);
	cudaMalloc(&data, 512);
	cudaMalloc(&out, 2048);
	cudaMemset(flag, 0, 4); // twin: 	cudaMemset(flag, 1, 4);
	look<<<1, 32>>>(flag, out); // launch: race-free; twin-launch: race-free
	k<<<4, 128>>>(flag, data, out); // launch: race-free; twin-launch: race
}
