// The count comes round where twice as many blocks come as it has room for: who finds the last number need not be last. In the twin there is room for all.
__global__ void sum(unsigned *count, int *part, int *out)
{
	const unsigned step = 1u << 28, last = 15; // twin: 	const unsigned step = 1u << 20, last = 31;

	if (threadIdx.x)
		return;
	part[blockIdx.x] = blockIdx.x;
	__threadfence();
	if (atomicAdd(count, step) == last * step) {
		__threadfence();
		for (int i = 0; i < 16; i++)
			out[blockIdx.x] += part[i];
	}
}

void run(unsigned *count, int *part, int *out)
{
	cudaMemset(count, 0, sizeof(*count));
	sum<<<32, 32>>>(count, part, out); // launch: undecided; twin-launch: race-free
}
