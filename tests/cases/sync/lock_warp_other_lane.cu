// Lane 0 holds a lock for its warp; another lane, which never comes to the release, works under it.
#include <cuda_runtime.h>

__device__ int mutex, total;

__global__ void add(void)
{
	int lane = threadIdx.x % 32;
	if (lane == 0) {
		while (atomicCAS(&mutex, 0, 1) != 0)
			;
		__threadfence();
	}
	__syncwarp();
	if (lane == 1)
		total += 1; // twin-race: inter-block, intra-block
	__syncwarp(); // twin:
	if (lane == 0) {
		__threadfence();
		atomicExch(&mutex, 0);
	}
}

void run(void)
{
	add<<<128, 256>>>(); // launch: race-free; twin-launch: race
}
