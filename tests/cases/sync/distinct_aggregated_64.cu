// Warp-aggregated appends to a list longer than 4 billion entries: the counter has 64 bits.
#include <cuda_runtime.h>

__device__ unsigned long long append_at(unsigned long long *length)
{
	unsigned mask = __activemask();
	int leader = __ffs(mask) - 1;
	int lane = threadIdx.x & 31;
	unsigned long long base = 0;
	if (lane == leader)
		base = atomicAdd(length, (unsigned long long)__popc(mask)); // twin: base = atomicAdd(length, 1ull);
	base = __shfl_sync(mask, base, leader);
	return base + __popc(mask & ((1u << lane) - 1));
}

__global__ void filter(int *out, unsigned long long *length, const int *in, long long n)
{
	long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
	if (i < n && in[i] > 0)
		out[append_at(length)] = in[i]; // twin-race: inter-block, intra-block, intra-warp
}

void run(int *out, unsigned long long *length, const int *in, long long n)
{
	filter<<<(n + 255) / 256, 256>>>(out, length, in, n); // launch: race-free; twin-launch: race
}
