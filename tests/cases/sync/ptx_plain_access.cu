// Plain loads and stores in inline PTX are accesses like any other.
#include <cuda_runtime.h>

__global__ void shift(int *a, int *b)
{
	int v, i = blockIdx.x * blockDim.x + threadIdx.x;
	asm volatile("ld.global.s32 %0, [%1+4];" : "=r"(v) : "l"(a + i)); // twin-race: inter-block,intra-block,intra-warp
	asm volatile("st.global.s32 [%0], %1;" : : "l"(b + i), "r"(v)); // twin-race: inter-block,intra-block,intra-warp; twin: asm volatile("st.global.s32 [%0], %1;" : : "l"(a + i), "r"(v));
}

void run(int *a, int *b)
{
	shift<<<4, 64>>>(a, b); // launch: race-free; twin-launch: race
}
