// Two locks in order, of which the second may be the first: it is taken and left where it is another one.
#include <cuda_runtime.h>

__global__ void transfer(int *locks, int *account, const int *from, const int *to)
{
	int a = from[blockIdx.x], b = to[blockIdx.x];
	int low = min(a, b), high = max(a, b);
	while (atomicCAS(&locks[low], 0, 1) != 0)
		;
	if (high != low) // twin: if (high != low && high > 3)
		while (atomicCAS(&locks[high], 0, 1) != 0)
			;
	__threadfence();
	account[a] -= 1; // twin-race: inter-block
	account[b] += 1; // twin-race: inter-block
	__threadfence();
	if (high != low)
		atomicExch(&locks[high], 0);
	atomicExch(&locks[low], 0);
}

void run(int *locks, int *account, const int *from, const int *to, int n)
{
	transfer<<<n, 1>>>(locks, account, from, to); // launch: race-free; twin-launch: race
}
