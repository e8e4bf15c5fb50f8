// The flag is set back between the launches; in the twin in some runs only.
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
		out[blockIdx.x * 128 + threadIdx.x] = data[threadIdx.x];
	}
}

int main(int argc, char **argv)
{
	int *flag, *data, *out;
	cudaMalloc(&flag, 4096);
	cudaMalloc(&data, 512);
	cudaMalloc(&out, 2048);
	cudaMemset(flag, 0, 4096);
	k<<<4, 128>>>(flag, data, out); // launch: race-free; twin-launch: race-free
	cudaMemset(flag, 0, 4); // twin: 	if (argc > 3) cudaMemset(flag, 0, 4);
	k<<<4, 128>>>(flag, data, out); // launch: race-free; twin-launch: undecided
}
