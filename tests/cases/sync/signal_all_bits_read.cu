// Blocks wait for the bits of all, and read by setting none; in the twin they do not wait for the last.
__global__ void share(unsigned *seen, float *part, float *out)
{
	if (threadIdx.x == 0) {
		part[blockIdx.x] = blockIdx.x; // twin-race: inter-block
		__threadfence();
		atomicOr(seen, 1u << blockIdx.x);
		while (atomicOr(seen, 0u) != 0xffffu) ; // twin: while (atomicOr(seen, 0u) != 0x7fffu) ;
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
