// Elements of a size that the host gives are copied, cleared and moved byte by byte: each thread its own, at the distance of that size.
__global__ void pick(char *to, const char *from, const int *place, size_t size, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		memcpy(to + i * size, from + place[i] * size, size); // twin-race: inter-block,intra-block,intra-warp; twin: memcpy(to + i * size, from + place[i] * size, size + 1);
}

__global__ void clear(char *to, size_t size, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		memset(to + i * size, i, size);
}

// The element of the next thread, which that one overwrites.
__global__ void shift(char *all, size_t size, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		memmove(all + i * size, all + (i + 1) * size, size); // race: inter-block,intra-block,intra-warp; twin-race: inter-block,intra-block,intra-warp
}

void run(char *to, const char *from, const int *place, size_t size, int n)
{
	pick<<<(n + 255) / 256, 256>>>(to, from, place, size, n); // launch: race-free; twin-launch: race
	clear<<<(n + 255) / 256, 256>>>(to, size, n); // launch: race-free; twin-launch: race-free
	shift<<<(n + 255) / 256, 256>>>(to, size, n); // launch: race; twin-launch: race
}
