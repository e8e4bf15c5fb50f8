// A loop leads back to the first four flags, each of which is set back before its launch; in the twin they are set still.
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
	for (int i = 0; i < 100; i++) {
		int *now = flag + i;
		while (now >= flag + 4)
			now -= 4;
		cudaMemset(now, 0, 4); // twin:
		k<<<4, 128>>>(now, data, out); // launch: race-free; twin-launch: undecided
	}
}
