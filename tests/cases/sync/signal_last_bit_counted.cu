// Blocks count the bits that are there, with their own; in the twin some set bits beyond those that are counted, and which bits they are is not known.
__global__ void sum(unsigned *seen, float *part, float *out)
{
	__shared__ bool last;
	if (threadIdx.x == 0) {
		part[blockIdx.x] = blockIdx.x * 2.f;
		__threadfence();
		unsigned bit = 1u << blockIdx.x;
		unsigned set = bit; // twin: unsigned set = blockIdx.x == 3 ? bit | 1u << 20 : bit;
		last = __popc(atomicOr(seen, set) | bit) == gridDim.x;
	}
	__syncthreads();
	if (last) {
		__threadfence();
		float s = 0;
		for (unsigned i = 0; i < gridDim.x; i++)
			s += part[i];
		if (threadIdx.x == 0)
			*out = s; // twin-race: inter-block
	}
}

void run(unsigned *seen, float *part, float *out)
{
	cudaMemset(seen, 0, 4);
	sum<<<16, 32>>>(seen, part, out); // launch: race-free; twin-launch: race
}
