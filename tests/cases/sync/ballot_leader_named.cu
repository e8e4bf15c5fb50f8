// A leader of those that a ballot names, and all of them where these are lanes that no leader stands alone for; in the twin these are but one.
__global__ void write(const int *in, int *out)
{
	__shared__ int first[8];
	int t = threadIdx.x, warp = t / 32, lane = t % 32;
	bool chosen = in[t] > 3;
	unsigned lanes = __ballot_sync(0xffffffffu, chosen);
	if (chosen && ((lanes & ((1u << lane) - 1)) == 0 || lanes == 0x0000ff00u)) // twin: if (chosen && ((lanes & ((1u << lane) - 1)) == 0 || lanes == 0x00000100u))
		first[warp] = in[t]; // race: intra-warp
	__syncwarp();
	out[t] = first[warp];
}

void run(const int *in, int *out)
{
	write<<<1, 256>>>(in, out); // launch: race; twin-launch: race-free
}
