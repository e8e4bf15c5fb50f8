// A counter's upper half is counted, and the lower one taken for the place: all have the same. In the twin it is the upper one.
// What grows by so much that a few draws come above 32 bits does not fit into these either.
__global__ void places(unsigned long long *next, int *out)
{
	unsigned long long drawn = atomicAdd(next, 1ull << 32);
	unsigned place = (unsigned)drawn; // twin: 	unsigned place = (unsigned)(drawn >> 32);
	out[place] = threadIdx.x; // race: inter-block,intra-block,intra-warp
}

__global__ void swapped(unsigned long long *next, int *out)
{
	unsigned long long drawn, found = *(volatile unsigned long long *)next;
	do {
		drawn = found;
		found = atomicCAS(next, drawn, drawn + (1ull << 32));
	} while (found != drawn);
	out[(unsigned)(drawn >> 32)] = threadIdx.x;
}

__global__ void great(unsigned long long *next, int *out)
{
	unsigned long long drawn = atomicAdd(next, 1ull << 31);
	out[(unsigned)drawn >> 31] = threadIdx.x; // race: inter-block,intra-block,intra-warp; twin-race: inter-block,intra-block,intra-warp
}

__global__ void great_sum(unsigned long long *next, int *out, int odd)
{
	unsigned long long drawn = atomicAdd(next, (1ull << 31) + (odd & 1));
	out[(unsigned)drawn] = threadIdx.x; // race: inter-block,intra-block,intra-warp; twin-race: inter-block,intra-block,intra-warp
}

__global__ void great_choice(unsigned long long *next, int *out, int odd)
{
	unsigned long long drawn = atomicAdd(next, odd ? 1ull << 31 : 1ull << 30);
	out[(unsigned)drawn] = threadIdx.x; // race: inter-block,intra-block,intra-warp; twin-race: inter-block,intra-block,intra-warp
}

__global__ void great_product(unsigned long long *next, int *out, int odd)
{
	unsigned long long drawn = atomicAdd(next, 0x80000001ull * (odd & 1) + 0x80000000u);
	out[(unsigned)drawn] = threadIdx.x; // race: inter-block,intra-block,intra-warp; twin-race: inter-block,intra-block,intra-warp
}

__global__ void great_whole(unsigned long long *next, int *out)
{
	unsigned long long drawn = atomicAdd(next, 1ull << 31);
	out[drawn >> 31] = threadIdx.x;
}

void run(unsigned long long *next, int *out, int odd)
{
	cudaMemset(next, 0, 56);
	great<<<64, 128>>>(next + 2, out); // launch: race; twin-launch: race
	great_sum<<<64, 128>>>(next + 4, out, odd); // launch: race; twin-launch: race
	great_choice<<<64, 128>>>(next + 5, out, odd); // launch: race; twin-launch: race
	great_product<<<64, 128>>>(next + 6, out, odd); // launch: race; twin-launch: race
	great_whole<<<64, 128>>>(next + 3, out); // launch: race-free; twin-launch: race-free
	places<<<64, 128>>>(next, out); // launch: race; twin-launch: race-free
	swapped<<<64, 128>>>(next + 1, out); // launch: race-free; twin-launch: race-free
}
