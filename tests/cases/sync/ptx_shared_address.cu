// Shared memory by its 32-bit address, computed by cvta.
#include <cuda_runtime.h>

__global__ void turn(int *out)
{
	__shared__ int s[64];
	unsigned int t = threadIdx.x, v, base;
	asm("{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }" : "=r"(base) : "l"(s));
	unsigned int at = (unsigned int)__cvta_generic_to_shared(s) + t * 4;
	asm volatile("st.shared.u32 [%0], %1;" : : "r"(at), "r"(t)); // twin-race: intra-block
	__syncthreads(); // twin:
	at = (unsigned int)__cvta_generic_to_shared(s) + (63 - t) * 4;
	asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(at)); // twin-race: intra-block
	out[t] = v;
}

void run(int *out)
{
	turn<<<1, 64>>>(out); // launch: race-free; twin-launch: race
}
