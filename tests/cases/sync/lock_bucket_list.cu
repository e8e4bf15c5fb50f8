// Each bucket's lock guards its list; nodes come from a pool and are of one list only: undecided, since which list a node is of
// is not followed. In the twin a new node goes into a list of another lock.
#include <cuda_runtime.h>

struct node {
	int key, value, next;
};

__global__ void build(int *locks, volatile int *heads, volatile node *pool, int *used, int buckets, int cap,
	const int *keys, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int key = keys[i], b = (unsigned)key % buckets;
	bool done = false;
	while (!done) {
		if (atomicCAS(&locks[b], 0, 1) == 0) {
			__threadfence();
			int at = heads[b]; // twin-race: inter-block,intra-block,intra-warp
			while (at >= 0 && pool[at].key != key)
				at = pool[at].next;
			if (at >= 0) {
				pool[at].value += 1;
			} else {
				int fresh = atomicAdd(used, 1);
				if (fresh < cap) {
					pool[fresh].key = key;
					pool[fresh].value = 1;
					pool[fresh].next = heads[b]; // twin-race: inter-block,intra-block,intra-warp
					heads[b] = fresh; // twin-race: inter-block,intra-block,intra-warp; twin: 					heads[(unsigned)key % 2] = fresh;
				}
			}
			__threadfence();
			atomicExch(&locks[b], 0);
			done = true;
		}
	}
}

int main()
{
	const int n = 10000, buckets = 997;
	int *locks, *heads, *used, *keys;
	node *pool;
	cudaMalloc(&locks, buckets * sizeof(int));
	cudaMalloc(&heads, buckets * sizeof(int));
	cudaMalloc(&pool, n * sizeof(node));
	cudaMalloc(&used, sizeof(int));
	cudaMalloc(&keys, n * sizeof(int));
	cudaMemset(locks, 0, buckets * sizeof(int));
	cudaMemset(heads, 0xff, buckets * sizeof(int));
	cudaMemset(used, 0, sizeof(int));
	build<<<(n + 127) / 128, 128>>>(locks, heads, pool, used, buckets, n, keys, n); // launch: undecided; twin-launch: race
	return cudaDeviceSynchronize();
}
