// One lane of those that a ballot names writes for its warp, and one of the others.
__global__ void write(const int *in, int *out)
{
	__shared__ int first[8], other[8];
	int t = threadIdx.x, warp = t / 32, lane = t % 32;
	unsigned below = (1u << lane) - 1;
	bool chosen = in[t] > 3;
	unsigned lanes = __ballot_sync(0xffffffffu, chosen);
	if (chosen && (lanes & below) == 0)
		first[warp] = in[t];
	if (!chosen && (~lanes & below) == 0) // twin: if (!chosen && (~lanes & below) <= 1)
		other[warp] = in[t]; // twin-race: intra-warp
	__syncwarp();
	out[t] = first[warp] + other[warp];
}

void run(const int *in, int *out)
{
	write<<<1, 256>>>(in, out); // launch: race-free; twin-launch: race
}
