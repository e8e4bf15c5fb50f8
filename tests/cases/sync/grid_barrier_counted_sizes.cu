// A count that is never set back, and blocks that do not divide what the launch before has counted. The host sets it back; in the twin not.
__device__ unsigned count, gate;
__device__ void barrier_all()
{
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		unsigned old = atomicAdd(&gate, 0);
		__threadfence();
		if ((atomicAdd(&count, 1) + 1) % gridDim.x == 0) {
			__threadfence();
			atomicAdd(&gate, 1);
		} else
			while (atomicAdd(&gate, 0) == old)
				;
		__threadfence();
	}
	__syncthreads();
}
__global__ void k(int *data, int *out, int n)
{
	for (int i = 0; i < n; i++) {
		data[blockIdx.x * 64 + threadIdx.x] = i;
		barrier_all();
		out[blockIdx.x * 64 + threadIdx.x] = data[(gridDim.x - 1 - blockIdx.x) * 64 + threadIdx.x];
		barrier_all();
	}
}
int main()
{
	int *data, *out;
	cudaMalloc(&data, 64 * 64);
	cudaMalloc(&out, 64 * 64);
	unsigned zero = 0;
	k<<<4, 64>>>(data, out, 3); // launch: race-free; twin-launch: race-free
	cudaMemcpyToSymbol(count, &zero, 4); // twin:
	k<<<5, 64>>>(data, out, 3); // launch: race-free; twin-launch: undecided
}
