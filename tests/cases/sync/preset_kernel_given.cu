// The same with a value that the kernel is given.
__global__ void prepare(int *flag, int value)
{
	atomicExch(flag, value);
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
	prepare<<<1, 1>>>(flag, 0); // launch: race-free; twin-launch: race-free; twin: 	prepare<<<1, 1>>>(flag, 1); // launch: race-free; twin-launch: race-free
	k<<<4, 128>>>(flag, data, out); // launch: race-free; twin-launch: race
}
