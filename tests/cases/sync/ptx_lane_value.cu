// What a text of inline PTX computes is each thread's own, also where it has a fence; in the twin the barrier stands in a branch on it, which no thread may take.
#include <cuda_runtime.h>

__global__ void turn(int *out, const int *in)
{
	__shared__ int s[64];
	int own = in[threadIdx.x], other;

	asm volatile("{shfl.sync.bfly.b32 %0, %1, 1, 31, 0xffffffff;\nmembar.cta;}" : "=r"(other) : "r"(own));
	s[threadIdx.x] = other; // twin-race: intra-block
	__syncthreads(); // twin: 	if (other > 0) __syncthreads();
	out[threadIdx.x] = s[threadIdx.x ^ 33]; // twin-race: intra-block
}

void run(int *out, const int *in)
{
	turn<<<1, 64>>>(out, in); // launch: race-free; twin-launch: race
}
