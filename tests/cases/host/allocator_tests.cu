#include <cstdlib>

// The allocator refuses sizes of 0 and less, and the caller goes on without it: nothing is known of the size.
__device__ int scratch[1024];

static void *block_get(int bytes)
{
	void *block = nullptr;
	if (bytes <= 0) return block; // twin: if (bytes <= 0) abort();
	cudaMalloc(&block, bytes);
	return block;
}

__global__ void fill(int *out, int stride)
{
	int i = threadIdx.x;
	scratch[i * stride] = i; // race: intra-block, intra-warp
	if (out)
		out[i] = i;
}

void run(int stride)
{
	int *out = (int *)block_get(stride * 4);
	fill<<<1, 64>>>(out, stride); // launch: race; twin-launch: race-free
}
