// Each of 16 lanes gives the place of a row that ldmatrix reads; in the twin others may still be writing it.
#include <cuda_runtime.h>
__device__ unsigned at(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__global__ void k(unsigned *out, const unsigned short *in)
{
	__shared__ alignas(16) unsigned short s[256];
	int t = threadIdx.x;
	unsigned a, b;
	for (int i = t; i < 256; i += 64)
		s[i] = in[i]; // twin-race: intra-block, intra-warp
	__syncthreads(); // twin:
	asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(at(&s[t % 16 * 8])) : "memory"); // twin-race: intra-block, intra-warp
	out[t] = a + b;
}
void run(unsigned *o, const unsigned short *i) { k<<<1, 64>>>(o, i); } // launch: race-free; twin-launch: race
