// A ticket lock whose tickets somebody draws from 0 again: two threads may have the same turn. In the twin nobody sets them back.
__global__ void add(unsigned *next, unsigned *serves, int *sum)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 5)
		atomicExch(next, 0); // twin: 		;
	unsigned ticket = atomicAdd(next, 1);
	while (atomicAdd(serves, 0) != ticket)
		;
	__threadfence();
	*sum += 1;
	__threadfence();
	atomicAdd(serves, 1);
}

void run(unsigned *words, int *sum)
{
	cudaMemset(words, 0, 8);
	add<<<64, 32>>>(words, words + 1, sum); // launch: undecided; twin-launch: race-free
}
