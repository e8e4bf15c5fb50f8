// Two threads hand a word on by two flags, each of which is taken back by who has waited for it, in rounds without end. In the
// twin the reader does not take back what he has seen.
__device__ int full, empty;

__global__ void pass(int *word, int *out, int n)
{
	if (threadIdx.x != 0)
		return;
	for (int i = 0; i < n; i++) {
		if (blockIdx.x == 0) {
			*word = i; // twin-race: inter-block
			__threadfence();
			atomicExch(&full, 1);
			while (atomicAdd(&empty, 0) != 1)
				;
			atomicExch(&empty, 0);
			__threadfence();
		} else {
			while (atomicAdd(&full, 0) != 1)
				;
			atomicExch(&full, 0); // twin:
			__threadfence();
			out[i] = *word; // twin-race: inter-block
			__threadfence();
			atomicExch(&empty, 1);
		}
	}
}

void run(int *word, int *out, int n)
{
	pass<<<2, 64>>>(word, out, n); // launch: race-free; twin-launch: race
}
