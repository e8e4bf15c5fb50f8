// Vectors of sums that blocks add to, each element atomically; in the twin they store them.
// flags: --arch=sm_90
#include <cuda_runtime.h>
__global__ void k(float4 *sums, const float4 *in)
{
	int t = threadIdx.x;
	float4 v = in[blockIdx.x * 64 + t];
	asm volatile("red.relaxed.gpu.global.add.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(sums + t), "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w) : "memory"); // twin-race: inter-block; twin: 	sums[t] = v;
}
void run(float4 *o, const float4 *i) { k<<<8, 64>>>(o, i); } // launch: race-free; twin-launch: race
