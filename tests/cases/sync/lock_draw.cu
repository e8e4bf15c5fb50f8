// Blocks take places from a counter under a lock, and fill them when they have left it. In the twin not all who take a place count it.
#include <cuda_runtime.h>

__device__ int lock, count;

__global__ void put(const int *in, int *slot)
{
	if (threadIdx.x == 0) {
		while (atomicCAS(&lock, 0, 1) != 0)
			;
		__threadfence();
		int found = count;
		count = found + 1; // twin: if (in[blockIdx.x] > 0) count = found + 1;
		__threadfence();
		atomicExch(&lock, 0);
		slot[found] = in[blockIdx.x]; // twin-race: inter-block
	}
}

void run(const int *in, int *slot)
{
	put<<<60, 128>>>(in, slot); // launch: race-free; twin-launch: race
}
