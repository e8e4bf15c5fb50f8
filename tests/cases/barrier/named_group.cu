// The barrier's number depends on the warp: four groups of 128 threads, each with one of its own. In the twin threads of two groups meet.
#include <cuda_runtime.h>

__device__ __forceinline__ void group_sync(int id, int count)
{
	asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(count) : "memory");
}

__global__ void turn(const int *in, int *out)
{
	__shared__ int s[512];
	int t = threadIdx.x, warp = t / 32, first = warp / 4 * 128;

	s[t] = in[blockIdx.x * 512 + t]; // twin-race: intra-block
	group_sync(1 + warp / 4, 128);
	out[blockIdx.x * 512 + t] = s[first + 127 - t % 128]; // twin-race: intra-block; twin: out[blockIdx.x * 512 + t] = s[511 - t];
}

void run(const int *in, int *out)
{
	turn<<<8, 512>>>(in, out); // launch: race-free; twin-launch: race
}
