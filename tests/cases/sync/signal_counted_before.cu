// A barrier of a counter with a growing goal; in the twin all add to it once more before its loop, so that it opens too early.
#include <cuda_runtime.h>

__global__ void relax(int *a, int *b, unsigned *count, int rounds)
{
	int i = blockIdx.x, n = gridDim.x;
	atomicAdd(count + 1, 1u); // twin: atomicAdd(count, 1u);
	for (int r = 0; r < rounds; r++) {
		b[i] = r;
		__threadfence();
		atomicAdd(count, 1u);
		while (atomicAdd(count, 0u) < (2 * r + 1) * gridDim.x)
			;
		__threadfence();
		a[i] = b[(i + 1) % n];
		__threadfence();
		atomicAdd(count, 1u);
		while (atomicAdd(count, 0u) < (2 * r + 2) * gridDim.x)
			;
		__threadfence();
	}
}

void run(int *a, int *b, unsigned *count, int rounds)
{
	relax<<<8, 1>>>(a, b, count, rounds); // launch: race-free; twin-launch: undecided
}
