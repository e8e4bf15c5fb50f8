// Look-up and insertion in one kernel: values are read while others are written.
#include <cuda_runtime.h>

struct Entry {
	unsigned long long key;
	int value;
};

__global__ void upsert(Entry *table, const unsigned long long *keys, const int *values, int n, unsigned mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	unsigned slot = (unsigned)(keys[i] * 0x9E3779B97F4A7C15ull >> 40) & mask;
	for (unsigned probe = 0; probe <= mask; probe++) {
		unsigned long long old = atomicCAS(&table[slot].key, ~0ull, keys[i]);
		if (old == ~0ull || old == keys[i]) {
			atomicAdd(&table[slot].value, values[i]); // twin-race: inter-block,intra-block,intra-warp; twin: 			table[slot].value += values[i];
			return;
		}
		slot = (slot + 1) & mask;
	}
}

void run(Entry *table, const unsigned long long *keys, const int *values, int n)
{
	upsert<<<(n + 255) / 256, 256>>>(table, keys, values, n, 0xffff); // launch: race-free; twin-launch: race
}
