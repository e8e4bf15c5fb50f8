// A grid barrier in two halves with work between them is not modelled: undecided.
#include <utility>

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void mirror(int *a, int *b, int n)
{
	auto grid = cg::this_grid();
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	a[i] = i;
	auto token = grid.barrier_arrive();
	a[i] = 0; // twin: ;
	grid.barrier_wait(std::move(token));
	b[i] = a[n - 1 - i];
}

void run(int *a, int *b)
{
	mirror<<<4, 128>>>(a, b, 512); // launch: undecided; twin-launch: race-free
}
