// Locks of single threads (iGUARD, figure 9): each thread of a warp may hold another lock while all update
// the element of their warp.
#include <cuda_runtime.h>

__global__ void locking(int *lock, int *data, const int *value, const int *id)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int warp = i / 32;
	int l = warp; // twin: int l = id[i];
	for (bool done = false; !done;)
		if (atomicCAS(&lock[l], 0, 1) == 0) {
			__threadfence();
			data[warp] += value[i]; // twin-race: intra-warp
			__threadfence();
			atomicExch(&lock[l], 0);
			done = true;
		}
}

void run(int *lock, int *data, const int *value, const int *id)
{
	locking<<<8, 64>>>(lock, data, value, id); // launch: race-free; twin-launch: race
}
