// Products that wrap, as those of hashes do: their upper bits may be equal, their lower ones are not.
__global__ void place(int *out)
{
	__shared__ int slot[8];
	unsigned t = threadIdx.x;

	slot[t * 0x9e3779b9u & 7] = t; // twin-race: intra-warp; twin: slot[t * 0x9e3779b9u >> 29] = t;
	__syncthreads();
	out[t] = slot[t];
}

void run(int *out)
{
	place<<<1, 8>>>(out); // launch: race-free; twin-launch: race
}
