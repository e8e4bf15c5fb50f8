// The flag is set back before each launch; in the twin the word beside it.
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
	for (int i = 0; i < argc; i++) {
		cudaMemset(flag + 5, 0, 4); // twin: 		cudaMemset(flag + 4, 0, 4);
		k<<<4, 128>>>(flag + 5, data, out); // launch: race-free; twin-launch: undecided
	}
}
