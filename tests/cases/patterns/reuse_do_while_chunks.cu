// Compaction in chunks: places are counted in the block, and the block takes its share of the output at once.
#include <cuda_runtime.h>

struct Queue {
	int *items;
	int *count;
};

__global__ void drain(Queue q, const int *in, int n, int threshold)
{
	__shared__ int found;
	__shared__ int base;
	int i = blockIdx.x * n + threadIdx.x, end = (blockIdx.x + 1) * n;

	do {
		if (threadIdx.x == 0)
			found = 0;
		__syncthreads();
		int slot = -1;
		if (i < end && in[i] > threshold)
			slot = atomicAdd(&found, 1);
		__syncthreads();
		if (threadIdx.x == 0)
			base = atomicAdd(q.count, found); // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
		if (slot >= 0)
			q.items[base + slot] = i; // twin-race: intra-block,intra-warp
		i += blockDim.x;
	} while (i - (int)threadIdx.x < end);
}

void run(Queue q, const int *in, int n, int blocks, int threshold)
{
	drain<<<blocks, 256>>>(q, in, n, threshold); // launch: race-free; twin-launch: race
}
