// Who finds all bits but its own is the last, asked by exclusive or; in the twin one bit more is missing.
__global__ void sum(unsigned *seen, float *part, float *out)
{
	if (threadIdx.x == 0) {
		part[blockIdx.x] = blockIdx.x * 2.f; // twin-race: inter-block
		__threadfence();
		unsigned bit = 1u << blockIdx.x;
		unsigned old = atomicOr(seen, bit);
		if (old == (0xffffu ^ bit)) { // twin: if (old == (0x7fffu ^ bit)) {
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
