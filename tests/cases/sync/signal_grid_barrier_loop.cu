// The same barrier in a loop, with a goal that grows by the number of blocks.
#include <cuda_runtime.h>

__global__ void relax(int *a, int *b, unsigned int *count, int rounds)
{
	int i = blockIdx.x, n = gridDim.x;
	for (int r = 0; r < rounds; r++) {
		b[i] = r; // twin-race: inter-block
		__threadfence();
		atomicAdd(count, 1u);
		while (atomicAdd(count, 0u) < (2 * r + 1) * gridDim.x)
			;
		__threadfence();
		a[i] = b[(i + 1) % n]; // twin-race: inter-block
		__threadfence(); // twin:
		atomicAdd(count, 1u);
		while (atomicAdd(count, 0u) < (2 * r + 2) * gridDim.x)
			;
		__threadfence();
	}
}

void run(int *a, int *b, unsigned int *count, int rounds)
{
	relax<<<8, 1>>>(a, b, count, rounds); // launch: race-free; twin-launch: race
}
