// The first thread of a block waits for the block before, the last one signals; in the twin it does not wait for its block.
#define T 64
__global__ void chain(int *m, volatile int *done)
{
	int b = blockIdx.x, t = threadIdx.x, s = 0;
	if (t == 0 && b > 0) {
		while (!done[b - 1])
			;
		__threadfence();
	}
	__syncthreads();
	if (b > 0)
		s = m[(b - 1) * T + T - 1 - t]; // twin-race: inter-block
	m[b * T + t] = s + t; // twin-race: inter-block
	__threadfence();
	__syncthreads(); // twin:
	if (t == T - 1)
		done[b] = 1;
}
// somebody else waits
__global__ void wrong(int *m, volatile int *done)
{
	int b = blockIdx.x, t = threadIdx.x, s = 0;
	if (t == 0 && b > 1) {
		while (!done[b - 1])
			;
		__threadfence();
	}
	__syncthreads();
	if (b > 0)
		s = m[(b - 1) * T + T - 1 - t]; // race: inter-block; twin-race: inter-block
	m[b * T + t] = s + t; // race: inter-block; twin-race: inter-block; cause: different addresses
	__threadfence();
	__syncthreads();
	if (t == T - 1)
		done[b] = 1;
}
int main()
{
	int *m, *done;
	cudaMalloc(&m, 64 * T * 4);
	cudaMalloc(&done, 64 * 4);
	cudaMemset(done, 0, 64 * 4);
	chain<<<64, T>>>(m, done); // launch: race-free; twin-launch: race
	cudaMemset(done, 0, 64 * 4);
	wrong<<<64, T>>>(m, done); // launch: race; twin-launch: race
}
