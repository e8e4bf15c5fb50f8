// A factor of 2^24 puts all but eight bits out, which the ids of 256 threads have, and those of 512 have not.
__global__ void spread(int *out)
{
	unsigned t = threadIdx.x;
	out[(t * 0x01000000u) >> 4] = t; // twin-race: intra-block
}

int main()
{
	const int threads = 256; // twin: 	const int threads = 512;
	int *out;
	cudaMalloc(&out, (size_t)4 << 28);
	spread<<<1, threads>>>(out); // launch: race-free; twin-launch: race
}
