// A ring buffer whose slots atomicInc hands out: as many as there are writers, in the twin fewer.
#include <cuda_runtime.h>

template <unsigned SLOTS>
__device__ unsigned claim(unsigned *head) { return atomicInc(head, SLOTS - 1); }

__global__ void log_all(int *ring, unsigned *head, const int *in)
{
	int v = in[blockIdx.x * blockDim.x + threadIdx.x];
	unsigned at = claim<1024>(head); // twin: unsigned at = claim<512>(head);
	ring[at] = v; // twin-race: inter-block, intra-block, intra-warp
}

void run(int *ring, unsigned *head, const int *in)
{
	cudaMemset(head, 0, sizeof(unsigned));
	log_all<<<8, 128>>>(ring, head, in); // launch: race-free; twin-launch: race
}
