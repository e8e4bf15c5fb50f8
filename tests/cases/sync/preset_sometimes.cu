// The host fills a flag in some runs: with 0; in the twin with what is waited for.
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
	cudaMalloc(&flag, 4);
	cudaMalloc(&data, 512);
	cudaMalloc(&out, 2048);
	if (argc > 3)
		cudaMemset(flag, 0, 4); // twin: 		cudaMemset(flag, 1, 4);
	k<<<4, 128>>>(flag, data, out); // launch: race-free; twin-launch: undecided
}
