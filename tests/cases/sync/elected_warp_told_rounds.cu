// A warp takes a lock by its first lane, which leaves in the warp's own place whether it has got it: whether the lock keeps warps of one
// block apart is not followed. In the twin the lanes read that place without having waited for it.
#include <cuda_runtime.h>

__global__ void add(int *lock, int *sum)
{
	__shared__ int got[4];
	int lane = threadIdx.x & 31, warp = threadIdx.x / 32;
	bool done = false;
	while (!done) {
		if (lane == 0)
			got[warp] = atomicCAS(lock, 0, 1) == 0; // twin-race: intra-warp
		__syncwarp(); // twin:
		if (got[warp]) { // twin-race: intra-warp
			__threadfence();
			sum[lane] += 1;
			__threadfence();
			__syncwarp();
			if (lane == 0)
				atomicExch(lock, 0);
			done = true;
		}
		__syncwarp();
	}
}

void run(int *lock, int *sum)
{
	add<<<10, 128>>>(lock, sum); // launch: undecided; twin-launch: race
}
