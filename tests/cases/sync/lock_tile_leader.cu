// The first lane of a tile takes the lock for its warp (cooperative groups).
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <class Tile>
__device__ void acquire(Tile &tile, int *lock)
{
	if (tile.thread_rank() == 0) {
		while (atomicCAS(lock, 0, 1) != 0)
			;
		__threadfence();
	}
	tile.sync();
}

template <class Tile>
__device__ void release(Tile &tile, int *lock)
{
	tile.sync(); // twin:
	if (tile.thread_rank() == 0) {
		__threadfence();
		atomicExch(lock, 0);
	}
}

__global__ void accumulate(float *bins, int *lock, const float *in)
{
	cg::thread_block block = cg::this_thread_block();
	auto warp = cg::tiled_partition<32>(block);
	float v = in[blockIdx.x * blockDim.x + threadIdx.x];
	acquire(warp, lock);
	bins[warp.thread_rank()] += v; // twin-race: inter-block, intra-block
	release(warp, lock);
}

void run(float *bins, int *lock, const float *in)
{
	accumulate<<<32, 128>>>(bins, lock, in); // launch: race-free; twin-launch: race
}
