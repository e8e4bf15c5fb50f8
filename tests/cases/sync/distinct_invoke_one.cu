// One thread of a tile draws slots for all and broadcasts the first; in the twin it draws too few.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void reserve(int *n, int *out)
{
	auto tile = cg::tiled_partition<32>(cg::this_thread_block());
	int base = cg::invoke_one_broadcast(tile, [](int *from, int many) { return atomicAdd(from, many); }, n, 32); // twin: int base = cg::invoke_one_broadcast(tile, [](int *from, int many) { return atomicAdd(from, many); }, n, 16);
	out[base + tile.thread_rank()] = tile.thread_rank(); // twin-race: inter-block, intra-block
}

void run(int *n, int *out)
{
	reserve<<<4, 256>>>(n, out); // launch: race-free; twin-launch: race
}
