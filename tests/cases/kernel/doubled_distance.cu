// A distance that doubles as long as it is not above n: a shift that lost its bit would go on for ever, so half of it is
// a power of two and not 0, with no condition that says so.
__global__ void first(unsigned *data, unsigned n)
{
	__shared__ unsigned keys[1024];
	keys[threadIdx.x] = data[blockIdx.x * 1024 + threadIdx.x];
	keys[threadIdx.x + 512] = data[blockIdx.x * 1024 + threadIdx.x + 512];
	for (unsigned size = 2; size <= n; size <<= 1) {
		unsigned stride = size / 2; // twin: 		unsigned stride = size + 1;
		__syncthreads();
		unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
		keys[at] += keys[at + stride]; // twin-race: intra-block, intra-warp
		__syncthreads();
	}
	data[blockIdx.x * 1024 + threadIdx.x] = keys[threadIdx.x];
}

void run(unsigned *data, unsigned n)
{
	if (n <= 1024)
		first<<<4, 512>>>(data, n); // launch: race-free; twin-launch: race
}
