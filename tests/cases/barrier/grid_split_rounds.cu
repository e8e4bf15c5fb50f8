// A first half before a loop and one at the end of its rounds, each of which begins with the second; the twin works between them on what others read.
#include <utility>

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void mirror(int *a, int *b, int *own, int n, int rounds)
{
	auto grid = cg::this_grid();
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	a[i] = i;
	auto token = grid.barrier_arrive();
	for (int k = 0; k < rounds; k++) {
		own[i] += k; // twin-race: inter-block; twin: a[i] += k;
		grid.barrier_wait(std::move(token));
		b[i] = a[n - 1 - i]; // twin-race: inter-block
		grid.sync();
		a[i] = b[i] + 1;
		token = grid.barrier_arrive();
	}
	grid.barrier_wait(std::move(token));
}

int main()
{
	int *a, *b, *own;

	cudaMalloc(&a, 512 * sizeof(int));
	cudaMalloc(&b, 512 * sizeof(int));
	cudaMalloc(&own, 512 * sizeof(int));
	mirror<<<4, 128>>>(a, b, own, 512, 10); // launch: race-free; twin-launch: race
	return 0;
}
