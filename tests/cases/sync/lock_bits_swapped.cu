// A bit of a word that is set by a compare-and-swap, by who has seen the word without it; the twin does not look.
#include <cuda_runtime.h>

__device__ unsigned word;

__global__ void add(int *totals)
{
	if (threadIdx.x != 0)
		return;
	unsigned kind = blockIdx.x % 4, bit = 1u << kind, seen = 0;
	for (;;) {
		seen = *(volatile unsigned *)&word;
		if (seen & bit) // twin: 		if (seen == ~0u)
			continue;
		if (atomicCAS(&word, seen, seen | bit) == seen)
			break;
	}
	__threadfence();
	totals[kind] += 1; // twin-race: inter-block
	__threadfence();
	atomicAnd(&word, ~bit);
}

int main()
{
	int *totals;

	cudaMalloc(&totals, 4 * sizeof(int));
	add<<<8, 64>>>(totals); // launch: race-free; twin-launch: race
	return 0;
}
