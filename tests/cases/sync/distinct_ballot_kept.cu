// The leader is elected among those that keep something, and one lane has to be named where none does.
#include <cuda_runtime.h>

__global__ void compact(int *out, int *count, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, base = 0;
	bool keep = i < n && in[i] > 0;
	unsigned kept = __ballot_sync(0xffffffff, keep);
	int leader = __ffs(kept) - 1;

	if (keep && lane == leader)
		base = atomicAdd(count, __popc(kept));
	base = __shfl_sync(0xffffffff, base, kept ? leader : 0);
	if (keep) // twin: if (i < n)
		out[base + __popc(kept & ((1u << lane) - 1))] = in[i]; // twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	int n = argc * 4096, *out, *count, *in;

	cudaMalloc(&out, n * sizeof(int));
	cudaMalloc(&in, n * sizeof(int));
	cudaMalloc(&count, sizeof(int));
	cudaMemset(count, 0, sizeof(int));
	compact<<<n / 256, 256>>>(out, count, in, n); // launch: race-free; twin-launch: race
	return 0;
}
