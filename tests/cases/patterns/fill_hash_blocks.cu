// A hash table of the block: emptied in a strided loop, then filled with compare-and-swap.
#include <cuda_runtime.h>

#define SLOTS 512
#define EMPTY -1

__device__ int find(int *keys, int key)
{
	unsigned h = (unsigned)key * 2654435761u % SLOTS;

	while (true) {
		int old = atomicCAS(&keys[h], EMPTY, key); // twin-race: intra-block,intra-warp
		if (old == EMPTY || old == key)
			return h;
		h = (h + 1) % SLOTS;
	}
}

__global__ void count(const int *rows, const int *cols, int *nnz)
{
	__shared__ int keys[SLOTS];
	__shared__ int distinct;
	int row = blockIdx.x;

	for (int i = threadIdx.x; i < SLOTS; i += blockDim.x)
		keys[i] = EMPTY; // twin-race: intra-block,intra-warp
	if (threadIdx.x == 0)
		distinct = 0;
	__syncthreads(); // twin:
	for (int j = rows[row] + threadIdx.x; j < rows[row + 1]; j += blockDim.x)
		find(keys, cols[j]);
	__syncthreads();
	for (int i = threadIdx.x; i < SLOTS; i += blockDim.x)
		if (keys[i] != EMPTY)
			atomicAdd(&distinct, 1);
	__syncthreads();
	if (threadIdx.x == 0)
		nnz[row] = distinct;
}

void symbolic(const int *rows, const int *cols, int *nnz, int n)
{
	count<<<n, 128>>>(rows, cols, nnz); // launch: race-free; twin-launch: race
}
