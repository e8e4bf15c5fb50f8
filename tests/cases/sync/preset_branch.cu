// Who finds the flag set goes on, others leave; in the twin it is set before.
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
		if (atomicAdd(flag, 0) == 0)
			return;
		__threadfence();
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
	k<<<4, 128>>>(flag, data, out); // launch: race-free; twin-launch: race
}
