// A lock for each bit of a map: who sets it has it and clears just that one; the twin clears the bits of others as well.
#include <cuda_runtime.h>

__global__ void add(unsigned *map, int *total, const unsigned *key, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = key[i] & 1023, bit = 1u << (k & 31);
	for (bool done = false; !done;) {
		if (!(atomicOr(&map[k >> 5], bit) & bit)) {
			__threadfence();
			total[k] += i; // twin-race: inter-block, intra-block, intra-warp
			__threadfence();
			atomicAnd(&map[k >> 5], ~bit); // twin: atomicAnd(&map[k >> 5], 0u);
			done = true;
		}
	}
}

int main()
{
	unsigned *map, *key;
	int *total;

	cudaMalloc(&map, 32 * sizeof(unsigned));
	cudaMalloc(&key, 1000 * sizeof(unsigned));
	cudaMalloc(&total, 1024 * sizeof(int));
	cudaMemset(map, 0, 32 * sizeof(unsigned));
	add<<<8, 128>>>(map, total, key, 1000); // launch: race-free; twin-launch: race
	return 0;
}
