// A flag that begins as set, and that the kernel itself may take back before somebody waits, proves nothing.
__global__ void k(int *flag, int *data, int *out)
{
	if (blockIdx.x == 0) {
		data[threadIdx.x] = threadIdx.x;
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
		if (threadIdx.x == 0 && blockIdx.x == 3)
			atomicExch(flag, 0);
		out[blockIdx.x * 128 + threadIdx.x] = data[threadIdx.x];
	}
}
int main()
{
	int *flag, *data, *out;
	cudaMalloc(&flag, 4);
	cudaMalloc(&data, 512);
	cudaMalloc(&out, 2048);
	cudaMemset(flag, 0, 4); // twin: 	cudaMemset(flag, 1, 4);
	k<<<4, 128>>>(flag, data, out); // launch: race-free; twin-launch: undecided
}
