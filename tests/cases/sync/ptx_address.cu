// Addresses made by inline PTX: conversions between widths, products, shifts and masks are read as arithmetic.
#include <cuda_runtime.h>

__device__ unsigned shared_address(const void *p)
{
	unsigned a;

	asm("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(a) : "l"(p));
	return a;
}

__global__ void exchange(int *out)
{
	__shared__ int s[128];
	unsigned at, v;

	asm("{ .reg .u32 t; and.b32 t, %1, 127; mad.lo.u32 %0, t, 4, %2; }" : "=r"(at) : "r"(threadIdx.x), "r"(shared_address(s)));
	asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(threadIdx.x) : "memory"); // twin-race: intra-block
	asm volatile("bar.sync 0;" ::: "memory"); // twin: asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
	asm("{ .reg .u32 t; xor.b32 t, %1, 32; shl.b32 %0, t, 2; }" : "=r"(at) : "r"(threadIdx.x));
	asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(at + shared_address(s)) : "memory"); // twin-race: intra-block
	out[threadIdx.x] = v;
}

int main()
{
	int *out;

	cudaMalloc(&out, 128 * sizeof(int));
	exchange<<<1, 128>>>(out); // launch: race-free; twin-launch: race
	return 0;
}
