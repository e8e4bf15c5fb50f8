// The first lane that a ballot names adds in all rounds behind it; in the twin there is one ballot for each round, with nothing between two.
__global__ void add(const int *in, int *out, int n)
{
	__shared__ int sum[8];
	int t = threadIdx.x, warp = t / 32, lane = t % 32;
	bool chosen = in[t];
	unsigned lanes = __ballot_sync(0xffffffffu, chosen);
	if (lane == 0)
		sum[warp] = 0;
	__syncwarp();
	for (int i = 0; i < n; i++) {
		// twin: lanes = __ballot_sync(0xffffffffu, chosen = in[i * 256 + t]);
		if (chosen && !(lanes & ((1u << lane) - 1)))
			sum[warp] += i; // twin-race: intra-warp
	}
	__syncwarp();
	out[t] = sum[warp];
}

void run(const int *in, int *out, int n)
{
	add<<<1, 256>>>(in, out, n); // launch: race-free; twin-launch: race
}
