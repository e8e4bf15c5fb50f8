// The upper half of a counter says who is the last to come, the lower one what all have counted. In the twin two find the same.
__global__ void total(unsigned long long *count, const unsigned *size, unsigned *out)
{
	__shared__ bool last;
	if (threadIdx.x == 0) {
		unsigned long long found = atomicAdd(count, (1ull << 32) + size[blockIdx.x]);
		last = (found >> 32) == gridDim.x - 1; // twin: 		last = (found >> 33) == gridDim.x / 2 - 1;
	}
	__syncthreads();
	if (last)
		out[threadIdx.x] = blockIdx.x; // twin-race: inter-block
}

// What the 64 blocks count does not fit into the counter: eight find 7 in its highest bits.
__global__ void high(unsigned long long *count, const unsigned *size, unsigned *out)
{
	__shared__ bool last;
	if (threadIdx.x == 0) {
		unsigned long long found = atomicAdd(count, (1ull << 61) + size[blockIdx.x]);
		last = found >> 61 == 7;
	}
	__syncthreads();
	if (last)
		out[threadIdx.x] = blockIdx.x; // race: inter-block; twin-race: inter-block
}

void run(unsigned long long *count, const unsigned *size, unsigned *out)
{
	cudaMemset(count, 0, 2 * sizeof(*count));
	total<<<64, 128>>>(count, size, out); // launch: race-free; twin-launch: race
	high<<<64, 128>>>(count + 1, size, out); // launch: race; twin-launch: race
}
