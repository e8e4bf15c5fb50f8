// In some runs a launch comes before. The host sets the flag back; in the twin not.
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
int main(int argc, char **argv)
{
	int *flag, *data, *out;
	cudaMalloc(&flag, 4);
	cudaMalloc(&data, 512);
	cudaMalloc(&out, 2048);
	if (argc > 1) {
		k<<<4, 128>>>(flag, data, out); // launch: race-free; twin-launch: race-free
		cudaMemset(flag, 0, 4); // twin:
	}
	k<<<4, 128>>>(flag, data, out); // launch: race-free; twin-launch: race
}
