// Each round of two loops has its flag; in the twin those of the inner loop come again.
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
	const int step = 4; // twin: 	const int step = 0;
	for (int i = 0; i < argc; i++)
		for (int j = 0; j < 4; j++)
			k<<<4, 128>>>(flag + step * i + j, data, out); // launch: race-free; twin-launch: undecided
}
