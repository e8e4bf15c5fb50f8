// What another kernel puts into a counter: 0, and in the twin something.
__global__ void prepare(unsigned *count, const unsigned *from)
{
	*count = 0; // twin: 	*count = *from;
}

__global__ void k(unsigned *count, int *data, int *out)
{
	__shared__ bool last;
	data[blockIdx.x * 128 + threadIdx.x] = threadIdx.x;
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0)
		last = atomicAdd(count, 1) == gridDim.x - 1;
	__syncthreads();
	if (last) {
		__threadfence();
		int sum = 0;
		for (unsigned i = 0; i < gridDim.x; i++)
			sum += data[i * 128 + threadIdx.x];
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
	prepare<<<1, 1>>>(count, (unsigned *)out); // launch: race-free; twin-launch: race-free
	k<<<4, 128>>>(count, data, out); // launch: race-free; twin-launch: undecided
}
