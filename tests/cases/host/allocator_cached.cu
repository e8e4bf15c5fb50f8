#include <cassert>
#include <cstdlib>
#include <new>

// What hands out blocks from a cache was asked for a size all the same.
static char *cache;
static bool caching, locked;

__global__ void fill(int *out, int rows, int cols, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < rows)
		for (int j = 0; j < cols; j++)
			out[i * stride + j] = j; // twin-race: inter-block, intra-block, intra-warp
}

static void *block_new(size_t bytes)
{
	if (!caching) { // fact: allocation
		void *block;
		if (cudaMalloc(&block, bytes) != cudaSuccess)
			throw std::bad_alloc();
		return block;
	}
	bytes = (bytes + 255) & ~(size_t)255;
	cache += bytes;
	return cache - bytes;
}

static void *block_get(size_t bytes)
{
	return locked ? block_new(bytes) : block_new(bytes);
}

// Rows and columns that are both negative have a positive product.
void run(int rows, int cols, int half)
{
	int *out = (int *)block_get(rows * sizeof(int) * cols);
	int stride = half ? 2 * cols : cols; // twin: int stride = half ? cols / 2 : cols;
	fill<<<(abs(rows) + 127) / 128, 128>>>(out, abs(rows), abs(cols), stride); // launch: race-free; twin-launch: race
}
