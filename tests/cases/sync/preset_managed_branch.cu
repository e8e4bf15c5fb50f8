// A managed variable, which the host writes in some runs: that it is not set; in the twin what is waited for.
__managed__ int flag;

__global__ void k(int *data, int *out)
{
	if (blockIdx.x == 0) {
		data[threadIdx.x] = threadIdx.x;
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			atomicExch(&flag, 1);
		}
	} else {
		if (threadIdx.x == 0) {
			while (atomicAdd(&flag, 0) == 0)
				;
			__threadfence();
		}
		__syncthreads();
		out[blockIdx.x * 128 + threadIdx.x] = data[threadIdx.x];
	}
}
int main(int argc, char **argv)
{
	int *data, *out;
	cudaMalloc(&data, 512);
	cudaMalloc(&out, 2048);
	if (argc > 3)
		flag = 0; // twin: 		flag = 1;
	k<<<4, 128>>>(data, out); // launch: race-free; twin-launch: undecided
}
