// A quotient of unsigned numbers may be below 0 as a signed one: where n is 1, nothing divides.
__global__ void shifted(int *a, int *b, unsigned n)
{
	unsigned x = (int)threadIdx.x - 12;
	a[100 + (int)(x / n)] = threadIdx.x; // race: intra-warp; twin: 	a[100 + threadIdx.x] = x / n;
	b[threadIdx.x] = a[threadIdx.x + 85]; // race: intra-warp
}

void run(unsigned n)
{
	int *a, *b;
	cudaMalloc(&a, 4096);
	cudaMalloc(&b, 4096);
	shifted<<<1, 8>>>(a, b, n); // launch: race; twin-launch: race-free
}
