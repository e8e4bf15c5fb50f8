// Tiles reduce in shared memory in a loop over rows, with their own slices.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

template <int SIZE>
__global__ void row_sums(const int *in, int *out, int rows, int cols)
{
	extern __shared__ int smem[];
	auto tile = cg::tiled_partition<SIZE>(cg::this_thread_block());
	int *s = smem + tile.meta_group_rank() * SIZE;
	int tiles = gridDim.x * tile.meta_group_size();

	for (int r = blockIdx.x * tile.meta_group_size() + tile.meta_group_rank(); r < rows; r += tiles) {
		int v = 0;
		for (int c = tile.thread_rank(); c < cols; c += SIZE)
			v += in[r * cols + c];
		s[tile.thread_rank()] = v;
		tile.sync();
		for (int d = SIZE / 2; d > 0; d /= 2) {
			if (tile.thread_rank() < d)
				s[tile.thread_rank()] += s[tile.thread_rank() + d]; // twin-race: intra-warp
			tile.sync(); // twin:
		}
		if (tile.thread_rank() == 0)
			out[r] = s[0];
		tile.sync();
	}
}

void run(const int *in, int *out, int rows, int cols)
{
	row_sums<16><<<32, 128, 128 * sizeof(int)>>>(in, out, rows, cols); // launch: race-free; twin-launch: race
}
