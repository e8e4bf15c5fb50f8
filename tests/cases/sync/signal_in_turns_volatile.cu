// Blocks tell each other by volatile flags that their word is there, and that the other's has been read: values 1 and 2 of one
// flag each, taken back by who waits. In the twin only 1 is waited for.
__device__ volatile int flags[2];

__global__ void swap(int *words, int *out, int n)
{
	int own = blockIdx.x, other = 1 - own;
	if (threadIdx.x != 0)
		return;
	for (int i = 0; i < n; i++) {
		words[own] = i; // twin-race: inter-block
		__threadfence();
		flags[own] = 1;
		while (flags[other] != 1)
			;
		flags[other] = 0;
		__threadfence();
		out[own * n + i] = words[other]; // twin-race: inter-block
		__threadfence();
		flags[own] = 2;
		while (flags[other] != 2) // twin: 		while (flags[other] < 0)
			;
		flags[other] = 0;
		__threadfence();
	}
}

void run(int *words, int *out, int n)
{
	swap<<<2, 32>>>(words, out, n); // launch: race-free; twin-launch: race
}
