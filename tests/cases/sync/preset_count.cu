// The last block to count is the last one only if the counter begins with 0.
__global__ void k(unsigned *count, int *data, int *out)
{
	__shared__ bool last;
	data[blockIdx.x * 128 + threadIdx.x] = threadIdx.x; // twin-race: inter-block
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0)
		last = atomicAdd(count, 1) == gridDim.x - 1;
	__syncthreads();
	if (last) {
		__threadfence();
		int sum = 0;
		for (unsigned i = 0; i < gridDim.x; i++)
			sum += data[i * 128 + threadIdx.x]; // twin-race: inter-block
		out[threadIdx.x] = sum;
	}
}
int main()
{
	unsigned *count;
	int *data, *out;
	cudaMalloc(&count, 4);
	cudaMalloc(&data, 512);
	cudaMalloc(&out, 2048);
	unsigned first = 0; // twin: 	unsigned first = 1;
	cudaMemcpy(count, &first, 4, cudaMemcpyHostToDevice);
	k<<<4, 128>>>(count, data, out); // launch: race-free; twin-launch: race
}
