// Blocks come to a grid barrier, or its halves, at two places: what they do there is not compared; in the twin all take the same way.
#include <utility>

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void turn(int *a, int *b, int n, bool odd)
{
	auto grid = cg::this_grid();
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (blockIdx.x % 2) { // twin: if (odd) {
		auto token = grid.barrier_arrive();
		a[i] = 1;
		grid.barrier_wait(std::move(token));
	} else {
		grid.sync();
		b[i] = a[n - 1 - i];
	}
}

int main()
{
	int *a, *b;

	cudaMalloc(&a, 512 * sizeof(int));
	cudaMalloc(&b, 512 * sizeof(int));
	turn<<<4, 128>>>(a, b, 512, true); // launch: undecided; twin-launch: race-free
	return 0;
}
