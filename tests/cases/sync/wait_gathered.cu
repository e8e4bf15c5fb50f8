// Waits that gather what they have read, and ask whether something they need is among it. In the twin one goes on with what lies there
// at first.
__global__ void gather(int *flags, int *data, int *out)
{
	if (blockIdx.x == 0 && threadIdx.x == 0) {
		data[0] = 7; // twin-race: inter-block
		__threadfence();
		atomicOr(flags, 4);
		*(volatile int *)(flags + 1) = 1;
	} else if (blockIdx.x == 1 && threadIdx.x == 0) {
		int seen = 0;
		do
			seen |= atomicAdd(flags, 0);
		while (!(seen & 4));
		__threadfence();
		out[1] = data[0];
	} else if (blockIdx.x == 2 && threadIdx.x == 0) {
		bool done = false;
		while (!done)
			done = done || *(volatile int *)(flags + 1);
		__threadfence();
		out[2] = data[0];
	} else if (blockIdx.x == 3 && threadIdx.x == 0) {
		int ok = 0;
		while (!ok)
			ok |= *(volatile int *)(flags + 1) == 1; // twin: 			ok |= *(volatile int *)(flags + 1) == 0;
		__threadfence();
		out[3] = data[0]; // twin-race: inter-block
	} else if (blockIdx.x == 4 && threadIdx.x == 0) {
		int seen = 0;
		while (!(seen & 4))
			seen |= *(volatile int *)flags;
		__threadfence();
		out[4] = data[0];
	}
}

void run(int *flags, int *data, int *out)
{
	cudaMemset(flags, 0, 8);
	gather<<<8, 32>>>(flags, data, out); // launch: race-free; twin-launch: race
}
