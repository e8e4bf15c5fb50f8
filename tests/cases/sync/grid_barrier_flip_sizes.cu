// A launch of another size before, with a number of blocks that is not its own, may leave lower bits of the word that are not 0, so that the
// barriers of all behind it let blocks through early. In the twin each launch adds what fits its own size.
__device__ void all_blocks(unsigned *word, unsigned blocks)
{
	__syncthreads();
	if (threadIdx.x == 0) {
		unsigned added = 1;
		if (blockIdx.x + blockIdx.y + blockIdx.z == 0)
			added = 0x80000000 - (blocks - 1);
		__threadfence();
		unsigned old = atomicAdd(word, added);
		while (((old ^ *(volatile unsigned *)word) & 0x80000000) == 0)
			;
		__threadfence();
	}
	__syncthreads();
}

__global__ void rotate(unsigned *word, int *a, int *out, int store)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (store)
		a[i] = i;
	all_blocks(word, 8); // twin: 	all_blocks(word, gridDim.x * gridDim.y * gridDim.z);
	if (store)
		out[i] = a[(i + 128) % 1024];
}

void run(unsigned *word, int *a, int *out)
{
	rotate<<<9, 128>>>(word, a, out, 0); // launch: race-free; twin-launch: race-free
	rotate<<<8, 128>>>(word, a, out, 1); // launch: undecided; twin-launch: race-free
	rotate<<<8, 128>>>(word, a, out, 1); // launch: undecided; twin-launch: race-free
}
