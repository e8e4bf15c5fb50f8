// A lock for each bucket of a hash table; the twin's lock is chosen by another hash.
#include <cuda_runtime.h>

struct entry { unsigned key, value; };
struct bucket { int lock; unsigned used; entry entries[14]; };

__device__ unsigned hash(unsigned k, unsigned buckets) { return k % buckets; }

__global__ void insert(bucket *table, unsigned buckets, const unsigned *keys, unsigned n)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned key = keys[i];
	bucket *b = &table[hash(key, buckets)];
	int *lock = &b->lock; // twin: int *lock = &table[key / 2 % buckets].lock;
	bool done = false;
	while (!done) {
		if (atomicCAS(lock, 0, 1) == 0) {
			__threadfence();
			unsigned at = b->used; // twin-race: inter-block, intra-block, intra-warp
			if (at < 14) {
				b->entries[at].key = key; // twin-race: inter-block, intra-block, intra-warp
				b->entries[at].value = i; // twin-race: inter-block, intra-block, intra-warp
				b->used = at + 1; // twin-race: inter-block, intra-block, intra-warp
			}
			__threadfence();
			atomicExch(lock, 0);
			done = true;
		}
	}
}

void run(bucket *table, unsigned buckets, const unsigned *keys, unsigned n)
{
	insert<<<(n + 127) / 128, 128>>>(table, buckets, keys, n); // launch: race-free; twin-launch: race
}
