// stmatrix of one matrix: the rows are those of the first eight lanes' places; in the twin it is two, and the next eight give the others' rows.
// flags: --arch=sm_90
#include <cuda_runtime.h>

__device__ unsigned at(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__global__ void put(unsigned *out, unsigned value)
{
	__shared__ alignas(16) unsigned short s[2][64];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	unsigned short *row = lane < 8 ? &s[warp][lane * 8] : &s[1 - warp][lane % 8 * 8];

	asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(at(row)), "r"(value) : "memory"); // twin-race: intra-block; twin: 	asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %1};" ::"r"(at(row)), "r"(value) : "memory");
	__syncthreads();
	out[threadIdx.x] = s[0][threadIdx.x];
}

void run(unsigned *out, unsigned value)
{
	put<<<1, 64>>>(out, value); // launch: race-free; twin-launch: race
}
