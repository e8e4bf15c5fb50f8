#include <cassert>

// A kernel counts how many elements there are of each class and leaves in each counter how many come before, for all blocks;
// then each element draws its place from the counter of its class. Classes do not meet, which no single address says: no race
// is told, as runs of both kernels in numbers show none. Where the counters begin alike, they do.
enum { CLASSES = 4 };

__global__ void count(const int *size, int *before, int n)
{
	__shared__ int own[CLASSES];
	if (threadIdx.x < CLASSES)
		own[threadIdx.x] = 0;
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&own[size[i] <= 1 ? 0 : size[i] <= 2 ? 1 : 2], 1);
	__syncthreads();
	if (threadIdx.x < CLASSES) {
		int less = 0;
		for (int c = 0; c < threadIdx.x; c++)
			less += own[c];
		atomicAdd(&before[threadIdx.x], less); // twin: 		atomicAdd(&before[threadIdx.x], 0);
	}
}

__global__ void group(const int *size, int *next, int *list, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int at;
	if (size[i] <= 1)
		at = atomicAdd(&next[0], 1);
	else if (size[i] <= 2)
		at = atomicAdd(&next[1], 1);
	else
		at = atomicAdd(&next[2], 1);
	list[at] = i; // twin-race: inter-block, intra-block, intra-warp
}

void run(const int *size, int *list, int n)
{
	int *next;
	assert(n > 0);
	cudaMalloc(&next, CLASSES * sizeof(int));
	cudaMemset(next, 0, CLASSES * sizeof(int));
	count<<<(n + 255) / 256, 256>>>(size, next, n); // launch: race-free; twin-launch: race-free
	group<<<(n + 255) / 256, 256>>>(size, next, list, n); // launch: undecided; twin-launch: race
	cudaFree(next);
}
