// Whoever is first of the lanes that run together counts for them: leaders of different warps race whatever lanes these are.
#include <cuda_runtime.h>

__global__ void count(const int *in, int *total, int *largest, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;

	if (i >= n || in[i] <= 0)
		return;
	unsigned mask = __activemask();
	int leader = __ffs(mask) - 1;
	if (lane == leader)
		atomicAdd(total, __popc(mask)); // twin-race: inter-block,intra-block; twin: *total += __popc(mask);
	if (__popc(mask & ((1u << lane) - 1)) == 0)
		atomicMax(largest, i);
}

void run(const int *in, int *total, int *largest)
{
	count<<<8, 128>>>(in, total, largest, 1000); // launch: race-free; twin-launch: race
}
