// The first lane of those chosen writes for its warp, in a block of two axes; in the twin lanes are taken for half as many.
__global__ void write(const int *in, int *out)
{
	__shared__ int first[64];
	int t = threadIdx.x + threadIdx.y * blockDim.x;
	int lane = t % 32; // twin: int lane = t % 16;
	bool chosen = in[t] > 3;
	unsigned lanes = __ballot_sync(0xffffffffu, chosen);

	if (chosen && (lanes & ((1u << lane) - 1)) == 0)
		first[t / 32] = in[t]; // twin-race: intra-warp
	__syncthreads();
	out[t] = first[t / 32];
}

void run(const int *in, int *out)
{
	write<<<1, dim3(16, 16)>>>(in, out); // launch: race-free; twin-launch: race
}
