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
// neither is the first one, and a third one counts
__global__ void three(int *m, volatile int *done, int *blocks)
{
	int b = blockIdx.x, t = threadIdx.x, s = 0;
	if (t == 5 && b > 0) {
		while (!done[b - 1])
			;
		__threadfence();
	}
	__syncthreads();
	if (b > 0)
		s = m[(b - 1) * T + T - 1 - t];
	m[b * T + t] = s + t;
	__syncthreads();
	if (t == 32) {
		__threadfence();
		done[b] = 1;
	}
	if (t == 33)
		atomicAdd(blocks, 1);
}
// who is to wait is in no block
__global__ void absent(int *m, volatile int *done)
{
	int b = blockIdx.x, t = threadIdx.x, s = 0;
	if (t == T && b > 0) {
		while (!done[b - 1])
			;
		__threadfence();
	}
	__syncthreads();
	if (b > 0)
		s = m[(b - 1) * T + T - 1 - t]; // race: inter-block; twin-race: inter-block
	m[b * T + t] = s + t; // race: inter-block; twin-race: inter-block
	__syncthreads();
	if (t == 0) {
		__threadfence();
		done[b] = 1;
	}
}
// the others do not wait for who waits
__global__ void no_barrier(int *m, volatile int *done)
{
	int b = blockIdx.x, t = threadIdx.x, s = 0;
	if (t == 0 && b > 0) {
		while (!done[b - 1])
			;
		__threadfence();
	}
	if (b > 0)
		s = m[(b - 1) * T + T - 1 - t]; // race: inter-block; twin-race: inter-block
	m[b * T + t] = s + t; // race: inter-block; twin-race: inter-block
	__threadfence();
	__syncthreads();
	if (t == T - 1)
		done[b] = 1;
}
int main()
{
	int *m, *done, *blocks;
	cudaMalloc(&m, 64 * T * 4);
	cudaMalloc(&done, 64 * 4);
	cudaMalloc(&blocks, 4);
	cudaMemset(done, 0, 64 * 4);
	chain<<<64, T>>>(m, done); // launch: race-free; twin-launch: race
	cudaMemset(done, 0, 64 * 4);
	wrong<<<64, T>>>(m, done); // launch: race; twin-launch: race
	cudaMemset(done, 0, 64 * 4);
	three<<<64, T>>>(m, done, blocks); // launch: race-free; twin-launch: race-free
	cudaMemset(done, 0, 64 * 4);
	absent<<<64, T>>>(m, done); // launch: race; twin-launch: race
	cudaMemset(done, 0, 64 * 4);
	no_barrier<<<64, T>>>(m, done); // launch: race; twin-launch: race
}
