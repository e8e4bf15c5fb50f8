// Stream compaction: the warp's first lane draws as many slots as there are votes; who did not vote has none.
#include <cuda_runtime.h>

__global__ void compact(const int *in, int *out, int *n, int size)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int lane = threadIdx.x & 31;
	bool keep = i < size && in[i] != 0;
	unsigned int votes = __ballot_sync(0xffffffff, keep);
	int base = 0;
	if (lane == 0)
		base = atomicAdd(n, __popc(votes));
	base = __shfl_sync(0xffffffff, base, 0);
	if (keep) // twin: if (i < size)
		out[base + __popc(votes & ((1u << lane) - 1))] = i; // twin-race: inter-block, intra-block, intra-warp
}

void run(const int *in, int *out, int *n, int size)
{
	compact<<<(size + 255) / 256, 256>>>(in, out, n, size); // launch: race-free; twin-launch: race
}
