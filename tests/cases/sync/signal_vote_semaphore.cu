// Blocks take their turns at a tile: one thread of each reads the semaphore, a vote tells the others. In the twin it reads without acquire.
struct semaphore {
	int *lock;
	bool reads;
	int state;

	__device__ semaphore(int *lock) : lock(lock), reads(threadIdx.x == 0), state(-1) {}
	__device__ void fetch()
	{
		if (reads)
			asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(state) : "l"(lock)); // twin: asm volatile("ld.global.relaxed.gpu.b32 %0, [%1];" : "=r"(state) : "l"(lock));
	}
	__device__ void wait(int turn)
	{
		while (__syncthreads_and(state != turn))
			fetch();
		__syncthreads();
	}
	__device__ void release(int turn)
	{
		__syncthreads();
		if (reads)
			asm volatile("st.global.release.gpu.b32 [%0], %1;" : : "l"(lock), "r"(turn));
	}
};

__global__ void split(const float *in, float *out, int *locks, int n)
{
	semaphore turns(locks + blockIdx.x);
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	turns.fetch();
	float value = in[blockIdx.y * n + i];
	turns.wait(blockIdx.y);
	if (blockIdx.y)
		value += out[i]; // twin-race: inter-block
	out[i] = value; // twin-race: inter-block
	turns.release(blockIdx.y + 1 == gridDim.y ? 0 : blockIdx.y + 1);
}

void run(const float *in, float *out, int *locks)
{
	split<<<dim3(16, 4), 128>>>(in, out, locks, 2048); // launch: race-free; twin-launch: race
}
