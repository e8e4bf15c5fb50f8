// A kernel that launches another one is undecided, and compiles without a toolkit.
__global__ void put(int *data, int n) // kernel: race-free
{
	data[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

__global__ void parent(int *data, int n)
{
	data[threadIdx.x] = n;
	if (threadIdx.x == 0)
		put<<<4, 256>>>(data, n); // undecided: launch by a kernel
}

void run(int *data, int n)
{
	parent<<<1, 256>>>(data, n); // launch: undecided
}
