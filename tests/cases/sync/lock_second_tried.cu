// A second lock that is tried unless it is the first one. In the twin it is also left where it was not taken.
#include <cuda_runtime.h>

__device__ bool try_lock(int *lock)
{
	return atomicCAS(lock, 0, 1) == 0;
}

__device__ void unlock(int *lock)
{
	__threadfence();
	atomicExch(lock, 0);
}

__global__ void move(int *locks, int *count, const int2 *moves, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	bool done = i >= n;
	while (!done) {
		int a = moves[i].x, b = moves[i].y;
		if (!try_lock(&locks[min(a, b)]))
			continue;
		if (a == b || try_lock(&locks[max(a, b)])) {
			__threadfence();
			count[a]--; // twin-race: inter-block, intra-block, intra-warp
			count[b]++; // twin-race: inter-block, intra-block, intra-warp
			if (a != b) // twin: if (n > 0)
				unlock(&locks[max(a, b)]);
			done = true;
		}
		unlock(&locks[min(a, b)]);
	}
}

void run(int *locks, int *count, const int2 *moves, int n)
{
	move<<<n / 256 + 1, 256>>>(locks, count, moves, n); // launch: race-free; twin-launch: race
}
