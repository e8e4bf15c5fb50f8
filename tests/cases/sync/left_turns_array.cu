// Two flags take turns, and are set back; in the twin one of them alone is.
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
	int *flags[2];
	cudaMalloc(&flags[0], 4);
	cudaMalloc(&flags[1], 4);
	for (int i = 0; i < argc; i++) {
		cudaMemset(flags[i % 2], 0, 4); // twin: 		cudaMemset(flags[0], 0, 4);
		k<<<4, 128>>>(flags[i % 2], data, out); // launch: race-free; twin-launch: undecided
	}
}
