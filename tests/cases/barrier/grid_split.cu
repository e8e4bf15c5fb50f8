// A grid barrier in two halves: what lies between them is ordered with neither, in this round and before the next barrier.
#include <utility>

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void mirror(int *a, int *b, int *own, int n, int rounds)
{
	auto grid = cg::this_grid();
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	for (int k = 0; k < rounds; k++) {
		a[i] = k;
		auto token = grid.barrier_arrive();
		own[i] += k; // twin-race: inter-block; twin: a[i] += k;
		grid.barrier_wait(std::move(token));
		b[i] += a[n - 1 - i]; // twin-race: inter-block
		grid.sync();
	}
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
