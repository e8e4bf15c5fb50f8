// A grid barrier in nested loops that waits for a sense, which each thread turns round by round.
// The twin does not turn it: from the second round on nobody waits.
struct barrier {
	int count;
	volatile int sense;
};

__device__ void wait_all(barrier *b, bool &sense)
{
	__syncthreads();
	sense = !sense; // twin: sense = true;
	if (threadIdx.x == 0) {
		__threadfence();
		if (atomicAdd(&b->count, 1) == gridDim.x - 1) { // twin-race: inter-block
			b->count = 0; // twin-race: inter-block
			__threadfence();
			b->sense = sense;
		} else {
			while (b->sense != sense)
				;
			__threadfence();
		}
		__threadfence();
	}
	__syncthreads();
}

__global__ void relax(float *a, float *b, barrier *all, int steps, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
	bool sense = false;
	for (int s = 0; s < steps; s++) {
		for (int r = 0; r < rounds; r++) {
			b[i] = a[n - 1 - i] + 1; // twin-race: inter-block
			wait_all(all, sense);
			a[i] = b[n - 1 - i]; // twin-race: inter-block
			wait_all(all, sense);
		}
	}
}

void run(float *a, float *b, barrier *all, int steps, int rounds)
{
	relax<<<16, 128>>>(a, b, all, steps, rounds); // launch: race-free; twin-launch: race
}
