// A thread draws a tile for its block by compare-and-swap, until it succeeds. In the twin it tries once, and takes the tile anyway.
__global__ void tiles(unsigned *next, int *out)
{
	__shared__ unsigned tile;
	if (threadIdx.x == 0) {
		unsigned seen;
		do
			seen = atomicAdd(next, 0);
		while (atomicCAS(next, seen, seen + 1) != seen); // twin: 		while ((atomicCAS(next, seen, seen + 1), false));
		tile = seen;
	}
	__syncthreads();
	out[tile * blockDim.x + threadIdx.x] = blockIdx.x; // twin-race: inter-block
}

void run(unsigned *next, int *out)
{
	tiles<<<64, 128>>>(next, out); // launch: race-free; twin-launch: race
}
