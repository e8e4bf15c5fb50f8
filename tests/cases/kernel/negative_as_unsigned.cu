// A remainder or quotient below 0 that is read as unsigned is a large number: its top bits are one place.
__global__ void top(short *out)
{
	int t = threadIdx.x;
	out[(unsigned)((t - 12) % 100) >> 24] = t; // race: intra-warp; twin: 	out[(unsigned)((t - 12) % 100) & 255] = t;
}

__global__ void half(short *out)
{
	int t = threadIdx.x;
	out[(unsigned)((t - 12) / 2) >> 24] = t; // race: intra-warp; twin-race: intra-warp
}

void run(short *out)
{
	top<<<1, 8>>>(out); // launch: race; twin-launch: race-free
	half<<<1, 8>>>(out); // launch: race; twin-launch: race
}
