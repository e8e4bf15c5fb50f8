// Upper bits of a product by a large even factor: it does not wrap for 16 threads, as it does for 32.
__global__ void spread(int *out)
{
	unsigned t = threadIdx.x;
	out[(t * 0x10001000u) >> 20] = t; // twin-race: intra-warp
}

int main()
{
	const int threads = 16; // twin: 	const int threads = 32;
	int *out;
	cudaMalloc(&out, 16384);
	spread<<<1, threads>>>(out); // launch: race-free; twin-launch: race
}
