// Offsets made by inline PTX: halves rounded down meet, doubles do not.
#include <cuda_runtime.h>

__global__ void spread(int *out)
{
	long long offset;

	asm("{ .reg .s32 t; shr.s32 t, %1, 31; mad.wide.s32 %0, %1, 2, 0; }" : "=l"(offset) : "r"(threadIdx.x)); // twin: asm("{ .reg .s32 t; shr.s32 t, %1, 1; cvt.s64.s32 %0, t; }" : "=l"(offset) : "r"(threadIdx.x));
	out[offset] = threadIdx.x; // twin-race: intra-warp
}

int main()
{
	int *out;

	cudaMalloc(&out, 256 * sizeof(int));
	spread<<<1, 128>>>(out); // launch: race-free; twin-launch: race
	return 0;
}
