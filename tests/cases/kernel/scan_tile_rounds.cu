// As in scan_tile_draw, in rounds over tiles of the input, and with the last lane drawing, which alone knows how much all have.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

__global__ void by_library(const int *in, int *out, int *room, int n)
{
	auto tile = cg::tiled_partition<32>(cg::this_thread_block());
	for (int base = blockIdx.x * 256; base < n; base += 256 * gridDim.x) {
		int i = base + threadIdx.x;
		int kept = i < n && in[i] > 0;
		int rank = cg::exclusive_scan(tile, kept);
		int all = cg::reduce(tile, kept, cg::plus<int>());
		int begin = 0;
		if (tile.thread_rank() == 0)
			begin = atomicAdd(room, all); // twin: 			begin = atomicAdd(room, all / 2);
		begin = tile.shfl(begin, 0);
		if (kept)
			out[begin + rank] = in[i]; // twin-race: inter-block, intra-block
	}
}

__global__ void by_last(const int *in, int *out, int *room, int n)
{
	int lane = threadIdx.x % 32;
	for (int base = blockIdx.x * 256; base < n; base += 256 * gridDim.x) {
		int i = base + threadIdx.x;
		int much = i < n ? in[i] & 3 : 0, sum = much, begin = 0;
		for (int d = 1; d < 32; d *= 2) {
			int other = __shfl_up_sync(~0u, sum, d);
			if (lane >= d)
				sum += other;
		}
		if (lane == 31)
			begin = atomicAdd(room, sum);
		begin = __shfl_sync(~0u, begin, 31);
		for (int k = 0; k < much; k++)
			out[begin + sum - much + k] = i;
	}
}

__global__ void by_last_without_own(const int *in, int *out, int *room, int n)
{
	auto tile = cg::tiled_partition<32>(cg::this_thread_block());
	int i = blockIdx.x * 256 + threadIdx.x;
	int kept = i < n && in[i] > 0;
	int rank = cg::exclusive_scan(tile, kept), begin = 0;
	if (tile.thread_rank() == 31)
		begin = atomicAdd(room, rank);
	begin = tile.shfl(begin, 31);
	if (kept)
		out[begin + rank] = in[i];
}

int main()
{
	int *in, *out, *room, n = 100000;
	cudaMalloc(&in, 4 * n);
	cudaMalloc(&out, 16 * n);
	cudaMalloc(&room, 4);
	cudaMemset(room, 0, 4);
	by_library<<<40, 256>>>(in, out, room, n); // launch: race-free; twin-launch: race
	by_last<<<40, 256>>>(in, out, room, n); // launch: race-free; twin-launch: race-free
	by_last_without_own<<<40, 256>>>(in, out, room, n); // launch: undecided; twin-launch: undecided
}
