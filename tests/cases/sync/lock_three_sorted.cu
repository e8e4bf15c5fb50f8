// Three locks in order, each only once; in the twin the last one is also left where it is the one before.
#include <cuda_runtime.h>

__global__ void tie(int *locks, int *count, const int3 *triples)
{
	int3 t = triples[blockIdx.x];
	int a = min(t.x, min(t.y, t.z)), c = max(t.x, max(t.y, t.z)), b = t.x + t.y + t.z - a - c;
	while (atomicCAS(&locks[a], 0, 1) != 0)
		;
	if (b != a)
		while (atomicCAS(&locks[b], 0, 1) != 0)
			;
	if (c != b)
		while (atomicCAS(&locks[c], 0, 1) != 0)
			;
	__threadfence();
	count[a]++; // twin-race: inter-block
	count[b]++; // twin-race: inter-block
	count[c]++; // twin-race: inter-block
	__threadfence();
	if (c != b) // twin: if (c >= b)
		atomicExch(&locks[c], 0);
	if (b != a)
		atomicExch(&locks[b], 0);
	atomicExch(&locks[a], 0);
}

void run(int *locks, int *count, const int3 *triples, int n)
{
	tie<<<n, 1>>>(locks, count, triples); // launch: race-free; twin-launch: race
}
