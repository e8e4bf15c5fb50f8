// The thread that locks for its block may have returned, by what it has found itself: what the others found says nothing of it.
__device__ int lock;

__global__ void add(int *total, int *drawn)
{
	if (atomicAdd(drawn, 1) > 5) // twin: 	if (*drawn > 5)
		return;
	if (threadIdx.x == 0) {
		while (atomicCAS(&lock, 0, 1) != 0)
			;
		__threadfence();
	}
	__syncthreads();
	total[threadIdx.x]++;
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		atomicExch(&lock, 0);
	}
}

int main()
{
	int *total, *drawn;
	cudaMalloc(&total, 64 * sizeof(int));
	cudaMalloc(&drawn, sizeof(int));
	cudaMemset(drawn, 0, sizeof(int));
	add<<<8, 64>>>(total, drawn); // launch: undecided; twin-launch: race-free
	return cudaDeviceSynchronize();
}
