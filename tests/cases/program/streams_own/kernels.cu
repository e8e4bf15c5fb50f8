// A function makes its streams itself, and another file calls it: its launches are proved without the caller, what runs at once is not.
__global__ void fill(int *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void twice(int *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

void work(int blocks)
{
	int *data;
	cudaStream_t first, second;
	cudaMalloc(&data, 4096 * sizeof(int));
	cudaStreamCreate(&first);
	cudaStreamCreate(&second);
	fill<<<blocks, 256, 0, first>>>(data); // launch: race-free; twin-launch: race-free
	cudaStreamSynchronize(first); // twin:
	twice<<<blocks, 256, 0, second>>>(data); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
}
