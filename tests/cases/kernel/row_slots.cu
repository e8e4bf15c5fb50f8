// Rows of a list with room for CAP entries each; the row is what memory says, the slot what its counter says.
#include <cuda_runtime.h>

constexpr int CAP = 32;

__global__ void clear(int *count, int cells)
{
	for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < cells; c += gridDim.x * blockDim.x)
		count[c] = 0;
}

__global__ void fill(const int *cell, int n, int *count, int *list)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int c = cell[i], s = atomicAdd(&count[c], 1);
	if (s < CAP) // twin: if (s <= CAP)
		list[c * CAP + s] = i; // twin-race: inter-block, intra-block, intra-warp; twin-cause: 'cell'
}

// The guard is wider than the rows, but no block counts so far.
__global__ void pick(const float *v, int *list)
{
	__shared__ int count;
	if (threadIdx.x == 0)
		count = 0;
	__syncthreads();
	if (v[blockIdx.x * blockDim.x + threadIdx.x] > 0) {
		int s = atomicAdd(&count, 1);
		if (s <= 64)
			list[blockIdx.x * 64 + s] = threadIdx.x;
	}
}

int main()
{
	int n = 100000, cells = 4096, *cell, *count, *list;
	float *v;
	cudaMalloc(&cell, n * sizeof(int));
	cudaMalloc(&count, cells * sizeof(int));
	cudaMalloc(&list, cells * CAP * sizeof(int));
	cudaMalloc(&v, 64 * 64 * sizeof(float));
	clear<<<64, 256>>>(count, cells); // launch: race-free; twin-launch: race-free
	fill<<<(n + 255) / 256, 256>>>(cell, n, count, list); // launch: race-free; twin-launch: race
	pick<<<64, 64>>>(v, list); // launch: race-free; twin-launch: race-free
	return cudaDeviceSynchronize();
}
