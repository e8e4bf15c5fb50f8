// Two blocks exchange values by two buffers in turns, with flags that count rounds: what a round has read is written again two rounds later, behind the signal
// of the round between. In the twin there is one buffer.
__global__ void exchange(float *halo, volatile int *ready, float *out, int rounds)
{
	int own = blockIdx.x, other = 1 - own;
	for (int r = 0; r < rounds; r++) {
		int buffer = r & 1; // twin: 		int buffer = 0;
		halo[buffer * 2 + own] = r; // twin-race: inter-block
		__threadfence();
		ready[own] = r + 1;
		while (ready[other] < r + 1)
			;
		__threadfence();
		out[r * 2 + own] = halo[buffer * 2 + other]; // twin-race: inter-block
	}
}

int main()
{
	float *halo, *out;
	int *ready;
	cudaMalloc(&halo, 4 * sizeof(float));
	cudaMalloc(&out, 200 * sizeof(float));
	cudaMalloc(&ready, 2 * sizeof(int));
	cudaMemset(ready, 0, 2 * sizeof(int));
	exchange<<<2, 1>>>(halo, ready, out, 100); // launch: race-free; twin-launch: race
}
