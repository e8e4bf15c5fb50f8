// The first lane of each warp takes its lock of an array and leaves it; in the twin another lane leaves the lock that it would take, which is that of the next warp.
#include <cuda_runtime.h>

__global__ void add(int *locks, int *totals)
{
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int *lock = locks + warp + lane;

	if (lane == 0) {
		while (atomicCAS(lock, 0, 1) != 0)
			;
		__threadfence();
	}
	__syncwarp();
	totals[warp * 32 + lane] += 1; // twin-race: inter-block
	__threadfence();
	__syncwarp();
	if (lane == 0) // twin: 	if (lane == 1)
		atomicExch(lock, 0);
}

int main()
{
	int *locks, *totals;

	cudaMalloc(&locks, 64 * sizeof(int));
	cudaMalloc(&totals, 128 * sizeof(int));
	cudaMemset(locks, 0, 64 * sizeof(int));
	add<<<8, 128>>>(locks, totals); // launch: race-free; twin-launch: race
	return 0;
}
