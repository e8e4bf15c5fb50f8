// Threads draw the next number before they work on the last one; in the twin who finds the last one has the numbers begin again.
__global__ void work(int *next, int *out, int n)
{
	int task = atomicAdd(next, 1);
	while (task < n) {
		int ahead = atomicAdd(next, 1);
		// twin: if (ahead == n) atomicExch(next, 0);
		out[task] = threadIdx.x; // twin-race: inter-block, intra-block, intra-warp
		task = ahead;
	}
}

// The same without a name for it, of chunks.
__global__ void chunks(int *next, int *out, int n)
{
	for (int first = atomicAdd(next, 4); first < n; first = atomicAdd(next, 4))
		for (int i = 0; i < 4; i++)
			out[first + i] = threadIdx.x;
}

void run(int *next, int *out, int n)
{
	cudaMemset(next, 0, 4);
	work<<<64, 64>>>(next, out, n); // launch: race-free; twin-launch: race
	cudaMemset(next, 0, 4);
	chunks<<<64, 64>>>(next, out, n); // launch: race-free; twin-launch: race-free
}
