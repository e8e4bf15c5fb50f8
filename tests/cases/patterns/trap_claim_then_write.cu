// The winner of an exchange alone writes the payload of the slot.
#include <cuda_runtime.h>

struct Slot {
	unsigned key;
	unsigned value;
};

__global__ void insert(const unsigned *keys, const unsigned *values, Slot *table, unsigned mask, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	unsigned h = keys[i] * 2654435761u & mask;
	while (true) {
		unsigned old = atomicCAS(&table[h].key, 0u, keys[i]);
		if (old == 0) { // twin: 		if (old == 0 || old == keys[i]) {
			table[h].value = values[i]; // twin-race: inter-block,intra-block,intra-warp
			return;
		}
		h = (h + 1) & mask;
	}
}

void run(const unsigned *keys, const unsigned *values, Slot *table, unsigned mask, int n)
{
	insert<<<(n + 255) / 256, 256>>>(keys, values, table, mask, n); // launch: race-free; assumes: taken-values; twin-launch: race
}
