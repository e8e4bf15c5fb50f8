// A lock for a whole warp (GWCP, figure 6): one lane takes it, __syncwarp tells the others; without the second
// __syncwarp the other lanes do not wait for it.
#include <cuda_runtime.h>

__global__ void add(int *lock, int *total)
{
	int lane = threadIdx.x % 32;
	__syncwarp();
	while (lane == 0 && atomicCAS_block(lock, 0, 1) != 0)
		;
	__threadfence_block();
	__syncwarp(); // twin:
	total[lane] += threadIdx.x; // twin-race: intra-block
	__syncwarp();
	if (lane == 0) {
		__threadfence_block();
		atomicExch_block(lock, 0);
	}
}

void run(int *lock, int *total)
{
	add<<<1, 128>>>(lock, total); // launch: race-free; twin-launch: race
}
