// The leader tells its block whether all bits are there; in the twin any bit does.
__global__ void sum(unsigned long long *seen, float *part, float *out)
{
	__shared__ bool last;
	if (threadIdx.x == 0) {
		part[blockIdx.x] = blockIdx.x;
		__threadfence();
		unsigned long long bit = 1ull << blockIdx.x, old = atomicOr(seen, bit);
		last = (old | bit) == ~0ull; // twin: last = old != 0;
	}
	__syncthreads();
	if (last) {
		__threadfence();
		out[threadIdx.x] = part[threadIdx.x]; // twin-race: inter-block
	}
}

void run(unsigned long long *seen, float *part, float *out)
{
	cudaMemset(seen, 0, 8);
	sum<<<64, 64>>>(seen, part, out); // launch: race-free; twin-launch: race
}
