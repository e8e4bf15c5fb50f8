// The first lane gives its warp the group's number, of which the barrier's is made; in the twin threads of two groups meet.
#include <cuda_runtime.h>

__device__ __forceinline__ void group_sync(int id)
{
	asm volatile("barrier.sync %0, 128;" ::"r"(id) : "memory");
}

__global__ void turn(const int *in, int *out, int n)
{
	__shared__ int s[512];
	int t = threadIdx.x, group = __shfl_sync(0xffffffff, t / 128, 0);

	for (int i = 0; i < n; i++) {
		s[t] = in[i * 512 + t]; // twin-race: intra-block
		group_sync(1 + group);
		out[i * 512 + t] = s[group * 128 + 127 - t % 128]; // twin-race: intra-block; twin: out[i * 512 + t] = s[511 - t];
		group_sync(1 + group);
	}
}

void run(const int *in, int *out, int n)
{
	turn<<<1, 512>>>(in, out, n); // launch: race-free; twin-launch: race
}
