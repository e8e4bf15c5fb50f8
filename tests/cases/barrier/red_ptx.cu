// A vote of inline PTX is a barrier of the block; in the twin it is one of the warp, which is none.
#include <cuda_runtime.h>

__global__ void flip(const int *in, int *out)
{
	__shared__ int s[64];
	int t = threadIdx.x, some;

	s[t] = in[blockIdx.x * 64 + t]; // twin-race: intra-block

	asm volatile("{ .reg .pred p, q; setp.gt.s32 p, %1, 0; barrier.cta.red.or.pred q, 0, p; selp.s32 %0, 1, 0, q; }" : "=r"(some) : "r"(s[t]) : "memory"); // twin: some = __any_sync(0xffffffff, s[t] > 0);
	out[blockIdx.x * 64 + t] = s[63 - t] + some; // twin-race: intra-block
}

__global__ void count(const int *in, int *out)
{
	__shared__ int s[64];
	int t = threadIdx.x, many;

	s[t] = in[blockIdx.x * 64 + t];
	asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; bar.red.popc.u32 %0, 1, 64, p; }" : "=r"(many) : "r"(s[t]) : "memory");
	out[blockIdx.x * 64 + t] = s[63 - t] + many;
}

void run(const int *in, int *out)
{
	flip<<<8, 64>>>(in, out); // launch: race-free; twin-launch: race
	count<<<8, 64>>>(in, out); // launch: race-free; twin-launch: race-free
}
