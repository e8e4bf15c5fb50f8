// A block waits for the first one's draw, sets several counters back in a loop, and lets the third one draw. In the twin it does not.
__global__ void chain(unsigned *next, int *flags, int *out, int n)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		unsigned place = atomicAdd(next, 1);
		__threadfence();
		atomicExch(flags, 1);
		out[place] = 1; // race: inter-block
	} else if (blockIdx.x == 1) {
		while (atomicAdd(flags, 0) != 1)
			;
		__threadfence();
		for (int i = 0; i < n; i++)
			next[i] = 0; // twin: 			;
		__threadfence();
		atomicExch(flags + 1, 1);
	} else if (blockIdx.x == 2) {
		while (atomicAdd(flags + 1, 0) != 1)
			;
		__threadfence();
		out[atomicAdd(next, 1)] = 2; // race: inter-block
	}
}

void run(unsigned *next, int *flags, int *out, int n)
{
	cudaMemset(next, 0, 4);
	cudaMemset(flags, 0, 8);
	chain<<<3, 32>>>(next, flags, out, n); // launch: race; twin-launch: race-free
}
