// A block leaves what it has drawn beside a tile of one shared array, which is stored to behind the reading in each round. Only who has drawn the last chunk stores
// how many there are: two blocks would need one number for that. In the twin all do.
#define CHUNK 1024
__device__ unsigned long long next_chunk;

__global__ void reset()
{
	next_chunk = 0;
}

__global__ void copy(const long long *in, long long size, long long *out, long long *chunks)
{
	__shared__ long long tile[CHUNK + 1];
	int t = threadIdx.x;
	do {
		if (t == 0)
			tile[CHUNK] = atomicAdd(&next_chunk, 1ull);
		__syncthreads();
		long long id = tile[CHUNK], base = id * CHUNK;
		if (base >= size)
			break;
		for (int i = t; i < CHUNK && base + i < size; i += blockDim.x)
			tile[i] = in[base + i];
		__syncthreads();
		for (int i = t; i < CHUNK && base + i < size; i += blockDim.x)
			out[base + i] = tile[i];
		if (t == 0 && base + CHUNK >= size) // twin: 		if (t == 0)
			*chunks = id + 1; // twin-race: inter-block
	} while (true);
}

void run(const long long *in, long long size, long long *out, long long *chunks)
{
	reset<<<1, 1>>>(); // launch: race-free; twin-launch: race-free
	copy<<<100, 256>>>(in, size, out, chunks); // launch: race-free; twin-launch: race
}
