// A block counted third need not come after the first one's data, whatever else it writes in the memory of the counter. In the twin it is
// the last of four.
__global__ void pass(int *count, int *data, int *out, int other)
{
	__shared__ int got;
	data[blockIdx.x * 32 + threadIdx.x] = 1;
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0) {
		got = atomicAdd(count, 1);
		atomicExch(&count[other], 7);
	}
	__syncthreads();
	if (got == 2) { // twin: 	if (got == 3) {
		__threadfence();
		out[threadIdx.x] = data[threadIdx.x];
	}
}

int main()
{
	int *count, *data, *out;
	cudaMalloc(&count, 4096);
	cudaMalloc(&data, 4096);
	cudaMalloc(&out, 4096);
	cudaMemset(count, 0, 4096);
	pass<<<4, 32>>>(count, data, out, 300); // launch: undecided; twin-launch: race-free
	return 0;
}
