// Acquire and release as inline PTX.
#include <cuda_runtime.h>

__device__ __forceinline__ int load_acquire(const int *p)
{
	int v;
	asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); // twin-race: inter-block
	return v;
}

__device__ __forceinline__ void store_release(int *p, int v)
{
	asm volatile("st.release.gpu.global.s32 [%0], %1;" : : "l"(p), "r"(v) : "memory"); // twin-race: inter-block; twin: asm volatile("st.release.cta.global.s32 [%0], %1;" : : "l"(p), "r"(v) : "memory");
}

__global__ void pass(int *data, int *flag, int *out)
{
	if (blockIdx.x == 0) {
		*data = 42; // twin-race: inter-block; twin-cause: block scope
		store_release(flag, 1);
	} else {
		while (load_acquire(flag) != 1)
			;
		out[blockIdx.x] = *data; // twin-race: inter-block
	}
}

void run(int *data, int *flag, int *out)
{
	pass<<<2, 1>>>(data, flag, out); // launch: race-free; twin-launch: race
}
