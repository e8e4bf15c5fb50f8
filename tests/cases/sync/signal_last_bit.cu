// Each block sets its bit, and who finds all others there is the last; in the twin two blocks share a bit.
__global__ void sum(unsigned *seen, float *part, float *out)
{
	if (threadIdx.x == 0) {
		part[blockIdx.x] = blockIdx.x * 2.f; // twin-race: inter-block
		__threadfence();
		unsigned bit = 1u << blockIdx.x; // twin: unsigned bit = 1u << blockIdx.x / 2;
		unsigned old = atomicOr(seen, bit);
		if ((old | bit) == (1u << gridDim.x) - 1) {
			__threadfence();
			float s = 0;
			for (unsigned i = 0; i < gridDim.x; i++)
				s += part[i]; // twin-race: inter-block
			*out = s; // twin-race: inter-block
		}
	}
}

void run(unsigned *seen, float *part, float *out)
{
	cudaMemset(seen, 0, 4);
	sum<<<16, 32>>>(seen, part, out); // launch: race-free; twin-launch: race
}
