// A wait that every way out of the loop passes does not come before an access in each round.
__global__ void waiting(int *data, int *flag, int *out, int n)
{
	if (blockIdx.x == 0) {
		data[0] = 1; // twin-race: inter-block
		__threadfence();
		atomicExch(flag, 1);
		return;
	}
	for (int i = 0;; i++) {
		if (i >= 0) { // twin: 		if (i % 2 == 1) {
			while (atomicAdd(flag, 0) == 0)
				;
			__threadfence();
			if (i > n)
				break;
		}
		out[blockIdx.x] = data[0]; // twin-race: inter-block
	}
}

void run(int *data, int *flag, int *out, int n, int grid)
{
	cudaMemset(flag, 0, 4);
	waiting<<<grid, 1>>>(data, flag, out, n); // launch: race-free; twin-launch: race
}
