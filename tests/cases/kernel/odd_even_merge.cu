// A merge network over more than a block, in place: pairs at a distance that is a power of two, and conditions on
// other digits of the thread's number (size / 2) than the address has (stride).
__device__ void order(unsigned &a, unsigned &b)
{
	unsigned x = a, y = b;
	a = x < y ? x : y;
	b = x < y ? y : x;
}

__global__ void merge(unsigned *data, unsigned size, unsigned stride)
{
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned at = 2 * t - (t & (stride - 1)); // twin: 	unsigned at = t;
	if (stride < size / 2) {
		unsigned offset = t & (size / 2 - 1);
		if (offset >= stride) {
			unsigned a = data[at - stride], b = data[at]; // twin-race: inter-block, intra-block, intra-warp
			order(a, b);
			data[at - stride] = a; // twin-race: inter-block, intra-block, intra-warp
			data[at] = b; // twin-race: inter-block, intra-block, intra-warp
		}
	} else {
		unsigned a = data[at], b = data[at + stride]; // twin-race: inter-block
		order(a, b);
		data[at] = a; // twin-race: inter-block
		data[at + stride] = b; // twin-race: inter-block
	}
}

void run(unsigned *data, unsigned n)
{
	for (unsigned size = 1024; size <= n; size <<= 1)
		for (unsigned stride = size / 2; stride > 0; stride >>= 1)
			merge<<<n / 512, 256>>>(data, size, stride); // launch: race-free; twin-launch: race
}
