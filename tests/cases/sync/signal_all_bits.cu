// Blocks wait until the bits of all are there, once; in the twin until some are.
__global__ void share(unsigned *seen, float *part, float *out)
{
	if (threadIdx.x == 0) {
		part[blockIdx.x] = blockIdx.x; // twin-race: inter-block
		__threadfence();
		atomicOr(seen, 1u << blockIdx.x);
		while (*(volatile unsigned *)seen != 0xffffu) // twin: while (*(volatile unsigned *)seen == 0)
			;
		__threadfence();
	}
	__syncthreads();
	out[blockIdx.x * 16 + threadIdx.x] = part[threadIdx.x]; // twin-race: inter-block
}

void run(unsigned *seen, float *part, float *out)
{
	cudaMemset(seen, 0, 4);
	share<<<16, 16>>>(seen, part, out); // launch: race-free; twin-launch: race
}
