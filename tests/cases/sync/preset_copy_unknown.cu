// The host copies to flags behind the one that is waited for what it has read; in the twin to all of them.
void read_flags(int *to);

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
int main()
{
	int *flag, *data, *out;
	cudaMalloc(&flag, 400);
	cudaMalloc(&data, 512);
	cudaMalloc(&out, 2048);
	int from[100];
	read_flags(from);
	cudaMemcpy(flag + 1, from, 396, cudaMemcpyHostToDevice); // twin: 	cudaMemcpy(flag, from, 400, cudaMemcpyHostToDevice);
	k<<<4, 128>>>(flag, data, out); // launch: race-free; twin-launch: undecided
}
