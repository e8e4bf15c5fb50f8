// The last place that a condition holds at is one of the places looked at, whatever the condition.

__global__ void place(float *out, const float *in, int n, int r)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int best = 0;
	for (int k = 1; k < r; k++)
		if (in[i * r + k] > in[i * r])
			best = k;
	out[i * r + best] += 1; // twin-race: intra-warp; twin: out[i / 2 * r] += best;
}

void run(float *out, const float *in, int n, int r)
{
	if (r > 0)
		place<<<(n + 127) / 128, 128>>>(out, in, n, r); // launch: race-free; twin-launch: race
}
