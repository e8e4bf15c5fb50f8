// Lanes of a ballot that is empty draw nothing: what they find is no place of their own.
#include <cuda_runtime.h>

__global__ void mark(int *out, int *count, const int *in)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, base = 0;
	unsigned kept = __ballot_sync(0xffffffff, in[i] > 0);
	int leader = __ffs(kept) - 1;

	if (lane == leader)
		base = atomicAdd(count, __popc(kept) + 1);
	base = __shfl_sync(0xffffffff, base, leader);
	if (kept != 0 && lane == 0) // twin: if (lane == 0)
		out[base + __popc(kept)] = i; // twin-race: inter-block, intra-block
}

int main(int argc, char **argv)
{
	int n = argc * 4096, *out, *count, *in;

	cudaMalloc(&out, 2 * n * sizeof(int));
	cudaMalloc(&in, n * sizeof(int));
	cudaMalloc(&count, sizeof(int));
	cudaMemset(count, 0, sizeof(int));
	mark<<<n / 256, 256>>>(out, count, in); // launch: race-free; twin-launch: race
	return 0;
}
