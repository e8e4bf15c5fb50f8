// A tile scans how much each of its lanes has, one lane draws room for all of it, and each stores behind the others: by the library's functions, by shuffles, by a ballot.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

__global__ void by_library(const int *in, int *out, int *room, int n)
{
	auto tile = cg::tiled_partition<32>(cg::this_thread_block());
	int i = blockIdx.x * 256 + threadIdx.x;
	int kept = i < n && in[i] > 0;
	int rank = cg::exclusive_scan(tile, kept);
	int all = cg::reduce(tile, kept, cg::plus<int>());
	int begin = 0;
	if (tile.thread_rank() == 0)
		begin = atomicAdd(room, all); // twin: 		begin = atomicAdd(room, all / 2);
	begin = tile.shfl(begin, 0);
	if (kept)
		out[begin + rank] = in[i]; // twin-race: inter-block, intra-block
}

__global__ void by_shuffles(const int *in, int *out, int *room, int n)
{
	int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x & 31;
	int much = i < n ? in[i] & 3 : 0, sum = much, begin = 0;
	for (int d = 1; d < 32; d *= 2) {
		int other = __shfl_up_sync(~0u, sum, d);
		if (lane >= d)
			sum += other;
	}
	int all = __shfl_sync(~0u, sum, 31);
	if (lane == 0)
		begin = atomicAdd(room, all);
	begin = __shfl_sync(~0u, begin, 0);
	for (int k = 0; k < much; k++)
		out[begin + sum - much + k] = i;
}

__global__ void by_ballot(const int *in, int *out, int *room, int n)
{
	int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x & 31, begin = 0;
	bool kept = i < n && in[i] > 0;
	unsigned lanes = __ballot_sync(~0u, kept);
	if (lane == 0)
		begin = atomicAdd(room, __popc(lanes));
	begin = __shfl_sync(~0u, begin, 0);
	if (kept)
		out[begin + __popc(lanes & ((1u << lane) - 1))] = i;
}

int main()
{
	int *in, *out, *room, n = 10000;
	cudaMalloc(&in, 4 * n);
	cudaMalloc(&out, 16 * n);
	cudaMalloc(&room, 4);
	cudaMemset(room, 0, 4);
	by_library<<<(n + 255) / 256, 256>>>(in, out, room, n); // launch: race-free; twin-launch: race
	by_shuffles<<<(n + 255) / 256, 256>>>(in, out, room, n); // launch: race-free; twin-launch: race-free
	by_ballot<<<(n + 255) / 256, 256>>>(in, out, room, n); // launch: race-free; twin-launch: race-free
}
