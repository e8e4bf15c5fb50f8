// Threads follow lists of labels that others shorten: no wait for a signal. What the twin lacks is the barrier.
#include <cuda_runtime.h>

__global__ void link(int *next, int *label, int *base, const int *from, const int *to)
{
	int *first = &base[blockIdx.x];
	if (threadIdx.x == 0)
		*first = atomicAdd(next, 128);
	__syncthreads();
	int at = *first; // twin-race: intra-block, intra-warp; twin-cause: barrier missing
	int p = atomicAdd(&label[from[at + threadIdx.x]], 0), q = atomicAdd(&label[to[at + threadIdx.x]], 0);
	while (p != q) {
		int most = p > q ? p : q, least = p + q - most;
		if (atomicCAS(&label[most], most, least) == most)
			break;
		p = atomicAdd(&label[atomicAdd(&label[most], 0)], 0);
		q = atomicAdd(&label[least], 0);
	}
	__syncthreads(); // twin:
	if (threadIdx.x == 0)
		*first = atomicAdd(next, 128); // twin-race: intra-block, intra-warp
}

void run(int *next, int *label, int *base, const int *from, const int *to)
{
	link<<<15, 128>>>(next, label, base, from, to); // launch: race-free; twin-launch: race
}
