// Blocks meet at grid barriers of two places: what they do behind one and behind the other is not compared; in the twin all take the same way.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void whole(int *a, int *b, int n, bool odd)
{
	auto grid = cg::this_grid();
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (blockIdx.x % 2) { // twin: if (odd) {
		grid.sync();
		a[i] = 1;
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
	whole<<<4, 128>>>(a, b, 512, true); // launch: undecided; twin-launch: race-free
	return 0;
}
