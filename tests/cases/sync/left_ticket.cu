// Blocks draw their numbers anew in each launch, but what they have told each other in the launch before still stands there:
// which numbers that was for is not followed. In the twin the host takes it back as well.
#include <cuda_runtime.h>

__global__ void chain(const int *in, int *sums, volatile int *ready, int *ticket)
{
	if (threadIdx.x != 0)
		return;
	int own = atomicAdd(ticket, 1), before = 0;
	if (own > 0) {
		while (ready[own - 1] == 0)
			;
		__threadfence();
		before = sums[own - 1];
	}
	sums[own] = before + in[own];
	__threadfence();
	ready[own] = 1;
}

void run(const int *in, int *sums, int n)
{
	int *ready, *ticket;
	cudaMalloc(&ticket, sizeof(*ticket));
	cudaMalloc(&ready, n * sizeof(*ready));
	cudaMemset(ready, 0, n * sizeof(*ready));
	for (int k = 0; k < 3; k++) {
		cudaMemset(ticket, 0, sizeof(*ticket));
		; // twin: 		cudaMemset(ready, 0, n * sizeof(*ready));
		chain<<<n, 32>>>(in, sums, ready, ticket); // launch: undecided; twin-launch: race-free
	}
}
