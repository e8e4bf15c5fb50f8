// Strides of a sorting network that are powers of two without being constant: x & s - 1 is a remainder,
// x & -s what it leaves. (bitonic.cu flips one bit.)
#define N 512

__device__ void order(unsigned *a, unsigned *b, bool up)
{
	unsigned x = *a, y = *b; // twin-race: intra-block, intra-warp
	if ((x > y) == up) {
		*a = y; // twin-race: intra-block, intra-warp
		*b = x; // twin-race: intra-block, intra-warp
	}
}

__global__ void merge(unsigned *data, unsigned dir)
{
	__shared__ unsigned keys[N];
	keys[threadIdx.x] = data[blockIdx.x * N + threadIdx.x];
	keys[threadIdx.x + N / 2] = data[blockIdx.x * N + threadIdx.x + N / 2];
	for (unsigned size = 2; size < N; size <<= 1)
		for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
			__syncthreads();
			unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
			order(&keys[at], &keys[at + stride], dir ^ ((threadIdx.x & size / 2) != 0));
		}
	__syncthreads();
	for (unsigned stride = 1; stride < N; stride *= 2) { // twin: 	for (unsigned stride = 3; stride < N; stride *= 2) {
		unsigned low = threadIdx.x & (stride - 1), at = (threadIdx.x & -stride) * 2 + low;
		order(&keys[at], &keys[at + stride], true);
		__syncthreads();
	}
	data[blockIdx.x * N + threadIdx.x] = keys[threadIdx.x];
	data[blockIdx.x * N + threadIdx.x + N / 2] = keys[threadIdx.x + N / 2];
}

__global__ void merge_far(unsigned *data, unsigned stride)
{
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x, at = 2 * t - (t & (stride - 1));
	unsigned a = data[at], b = data[at + stride];
	data[at] = a < b ? a : b;
	data[at + stride] = a < b ? b : a;
}

void run(unsigned *data, int blocks)
{
	merge<<<blocks, N / 2>>>(data, 1); // launch: race-free; twin-launch: race
	for (unsigned size = 2 * N; size <= blocks * N; size <<= 1)
		for (unsigned stride = size / 2; stride > 0; stride >>= 1)
			merge_far<<<blocks * N / 2 / 128, 128>>>(data, stride); // launch: race-free; twin-launch: race-free
}
