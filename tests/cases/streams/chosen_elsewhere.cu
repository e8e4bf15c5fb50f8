// Blocks meet by a counter that is cleared before each launch; one in between is of a kernel that another file chooses, which may be any. In the twin the counter is not cleared after it.
__global__ void meet(int *count, int *y)
{
	y[blockIdx.x * 128 + threadIdx.x] = 1;
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		atomicAdd(count, 1);
		while (atomicAdd(count, 0) < (int)gridDim.x)
			;
		__threadfence();
	}
	__syncthreads();
	y[((blockIdx.x + 1) % gridDim.x) * 128 + threadIdx.x] = 2;
}
typedef void kernel(int *, int *);
kernel *choose();
int main()
{
	int *count, *y;
	cudaStream_t s;
	cudaStreamCreate(&s);
	cudaMalloc(&count, 4);
	cudaMalloc(&y, 512 * 4);
	cudaMemset(count, 0, 4);
	for (int i = 0; i < 4; i++) {
		meet<<<4, 128, 0, s>>>(count, y); // launch: race-free; twin-launch: undecided
		cudaMemsetAsync(count, 0, 4, s);
		void *args[] = { &count, &y };
		cudaLaunchKernel((const void *)choose(), dim3(4), dim3(128), args, 0, s);
		cudaMemsetAsync(count, 0, 4, s); // twin:
	}
	return cudaDeviceSynchronize();
}
