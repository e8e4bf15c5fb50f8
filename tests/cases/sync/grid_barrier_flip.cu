// A grid barrier of one word: the first block adds 2^31 less the number of the others, these 1, so that the last one turns the top bit.
// In the twin what is added in a round is less.
__device__ void all_blocks(unsigned *word, unsigned blocks)
{
	__syncthreads();
	if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {
		unsigned added = 1;
		if (blockIdx.x + blockIdx.y + blockIdx.z == 0)
			added = 0x80000000 - (blocks - 1); // twin: added = 0x80000000 - blocks;
		__threadfence();
		unsigned old = atomicAdd(word, added);
		while (((old ^ *(volatile unsigned *)word) & 0x80000000) == 0)
			;
		__threadfence();
	}
	__syncthreads();
}

__global__ void rounds(unsigned *word, int *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int r = 0; r < n; r++) {
		int v = a[(i + 128) % 1024]; // twin-race: inter-block
		all_blocks(word, gridDim.x * gridDim.y * gridDim.z);
		a[i] = v + 1; // twin-race: inter-block
		all_blocks(word, gridDim.x * gridDim.y * gridDim.z);
	}
}

__device__ void all_blocks_ptx(unsigned *word, unsigned blocks)
{
	__syncthreads();
	if (threadIdx.x == 0) {
		unsigned old, now, added = blockIdx.x == 0 ? 0x80000000 - (blocks - 1) : 1;
		asm volatile("atom.add.release.gpu.u32 %0, [%1], %2;" : "=r"(old) : "l"(word), "r"(added) : "memory");
		do
			asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(now) : "l"(word) : "memory");
		while (((old ^ now) & 0x80000000) == 0);
	}
	__syncthreads();
}

__global__ void once(unsigned *word, int *a, int *out, unsigned blocks)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	a[i] = i; // race: inter-block; twin-race: inter-block
	all_blocks_ptx(word, blocks);
	out[i] = a[(i + 128) % 1024]; // race: inter-block; twin-race: inter-block
}

void run(unsigned *word, int *a)
{
	rounds<<<8, 128>>>(word, a, 10); // launch: race-free; twin-launch: race
}

void run_once(unsigned *word, int *a, int *out)
{
	once<<<8, 128>>>(word, a, out, 8); // launch: race-free; twin-launch: race-free
}

void run_short(unsigned *word, int *a, int *out)
{
	once<<<8, 128>>>(word, a, out, 7); // launch: race; twin-launch: race
}
