// The first block alone draws a number; the others write without one.
__global__ void write(int *out, int *count)
{
	__shared__ int k;

	if (threadIdx.x == 0 && blockIdx.x == 0)
		k = atomicAdd(count, 1);
	__syncthreads();
	if (blockIdx.x == 0 && k == 0) // twin: if (blockIdx.x > 0 || k == 0)
		out[threadIdx.x] = threadIdx.x + blockIdx.x; // twin-race: inter-block
}

void run(int *out)
{
	int *count;

	cudaMalloc(&count, 4);
	cudaMemset(count, 0, 4);
	write<<<64, 64>>>(out, count); // launch: race-free; twin-launch: race
}
