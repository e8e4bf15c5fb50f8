// Of a matrix of flags the host fills the rows behind the one that is waited for; in the twin that too.
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
	cudaMalloc(&flag, 400);
	cudaMalloc(&data, 512);
	cudaMalloc(&out, 2048);
	cudaMemset2D(flag, 40, 0, 40, 10);
	cudaMemset2D(flag + 20, 40, 1, 40, 4); // twin: 	cudaMemset2D(flag, 40, 1, 40, 4);
	flag += 10;
	k<<<4, 128>>>(flag, data, out); // launch: race-free; twin-launch: race
}
