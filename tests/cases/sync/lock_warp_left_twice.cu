// A lane takes a lock for its warp and leaves it for all; in the twin two lanes leave it, the second one when others may have it.
#include <cuda_runtime.h>

__global__ void add(int *lock, int *total)
{
	int lane = threadIdx.x % 32;
	__syncwarp();
	while (lane == 0 && atomicCAS_block(lock, 0, 1) != 0)
		;
	__threadfence_block();
	__syncwarp();
	total[lane] += threadIdx.x; // twin-race: intra-block
	__syncwarp();
	if (lane == 0) { // twin: 	if (lane < 2) {
		__threadfence_block();
		atomicExch_block(lock, 0);
	}
}

void run(int *lock, int *total)
{
	add<<<1, 128>>>(lock, total); // launch: race-free; twin-launch: race
}
