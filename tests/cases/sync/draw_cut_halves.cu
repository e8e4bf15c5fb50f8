// Both halves of a counter are counted, and each is taken for a place. In the twin two numbers of the lower half are one place.
__global__ void halves(unsigned long long *next, int *low, int *high)
{
	unsigned long long drawn = atomicAdd(next, (1ull << 32) + 1);
	unsigned place = (unsigned)drawn; // twin: 	unsigned place = (unsigned)drawn / 2;
	low[place] = threadIdx.x; // twin-race: inter-block,intra-block,intra-warp
	high[drawn >> 32] = threadIdx.x;
}

// As much as each needs in the lower half, the number of those who have come in the upper one.
__global__ void sizes(unsigned long long *next, const unsigned *size, int *out)
{
	unsigned n = size[blockIdx.x * blockDim.x + threadIdx.x] & 7;
	unsigned place = (unsigned)atomicAdd(next, (1ull << 32) + n);
	for (unsigned i = 0; i < n; i++)
		out[place + i] = threadIdx.x;
}

// Odd threads count the upper half, so that others may find the same lower one.
__global__ void sites(unsigned long long *next, int *out)
{
	unsigned long long drawn;
	if (threadIdx.x & 1)
		drawn = atomicAdd(next, 1ull);
	else
		drawn = atomicAdd(next, 1ull << 32);
	out[(unsigned)drawn + 3] = threadIdx.x; // race: inter-block,intra-block,intra-warp; twin-race: inter-block,intra-block,intra-warp
}

// What one thread draws for its block in the upper half is nothing in the lower one.
__global__ void leaders(unsigned long long *next, int *out)
{
	__shared__ unsigned long long base;
	if (threadIdx.x == 0)
		base = atomicAdd(next, 1ull << 32);
	__syncthreads();
	out[(unsigned)base * 128 + threadIdx.x] = blockIdx.x; // race: inter-block; twin-race: inter-block
}

void run(unsigned long long *next, const unsigned *size, int *out, int *high)
{
	cudaMemset(next, 0, 32);
	halves<<<64, 128>>>(next, out, high); // launch: race-free; twin-launch: race
	sizes<<<64, 128>>>(next + 1, size, out); // launch: race-free; twin-launch: race-free
	sites<<<64, 128>>>(next + 2, out); // launch: race; twin-launch: race
	leaders<<<64, 128>>>(next + 3, out); // launch: race; twin-launch: race
}
