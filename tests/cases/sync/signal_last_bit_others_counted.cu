// Blocks count the bits that others have set; in the twin each sets another's, too.
__global__ void sum(unsigned *seen, float *part, float *out)
{
	if (threadIdx.x == 0) {
		part[blockIdx.x] = blockIdx.x * 2.f;
		__threadfence();
		unsigned old = atomicOr(seen, 1u << blockIdx.x);
		// twin: old = atomicOr(seen, 1u << (15 - blockIdx.x));
		if (__popc(old) == gridDim.x - 1) {
			__threadfence();
			float s = 0;
			for (unsigned i = 0; i < gridDim.x; i++)
				s += part[i];
			*out = s; // twin-race: inter-block
		}
	}
}

void run(unsigned *seen, float *part, float *out)
{
	cudaMemset(seen, 0, 4);
	sum<<<16, 32>>>(seen, part, out); // launch: race-free; twin-launch: race
}
