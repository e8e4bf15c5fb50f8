// Atomics in a kernel with a grid barrier in two halves; the twin reads between them what others write before.
#include <utility>

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void above(const int *in, int *copy, int *found, int *count, int n)
{
	auto grid = cg::this_grid();
	int i = grid.thread_rank();

	if (i < n)
		copy[i] = in[i]; // twin-race: inter-block, intra-block
	auto token = grid.barrier_arrive();
	int limit = in[i & 63]; // twin-race: inter-block, intra-block; twin: int limit = copy[i & 63];
	grid.barrier_wait(std::move(token));
	if (i < n && copy[n - 1 - i] > limit)
		found[atomicAdd(count, 1)] = i;
}

int main()
{
	int *in, *copy, *found, *count, n = 5000;

	cudaMalloc(&in, n * sizeof(int));
	cudaMalloc(&copy, n * sizeof(int));
	cudaMalloc(&found, n * sizeof(int));
	cudaMalloc(&count, sizeof(int));
	cudaMemset(count, 0, sizeof(int));
	void *args[] = { &in, &copy, &found, &count, &n };
	cudaLaunchCooperativeKernel(above, dim3(20), dim3(256), args, 0, 0); // launch: race-free; twin-launch: race
	return 0;
}
