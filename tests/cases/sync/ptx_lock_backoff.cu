// A spin lock of inline PTX with back-off.
#include <cuda_runtime.h>

__device__ __forceinline__ int cas_acquire(int *at, int expect, int value)
{
	int old;
	asm volatile("atom.acquire.gpu.global.cas.b32 %0, [%1], %2, %3;" : "=r"(old) : "l"(at), "r"(expect), "r"(value) : "memory"); // twin-race: inter-block; twin: asm volatile("atom.acquire.cta.global.cas.b32 %0, [%1], %2, %3;" : "=r"(old) : "l"(at), "r"(expect), "r"(value) : "memory");
	return old;
}
__device__ __forceinline__ void store_release(int *at, int value)
{
	asm volatile("st.release.gpu.global.b32 [%0], %1;" : : "l"(at), "r"(value) : "memory"); // twin-race: inter-block
}

__global__ void bump(int *lock, long long *sum)
{
	if (threadIdx.x == 0) {
		unsigned ns = 8;
		while (cas_acquire(lock, 0, 1) != 0) {
			__nanosleep(ns);
			if (ns < 256)
				ns *= 2;
		}
		*sum += blockIdx.x; // twin-race: inter-block; twin-cause: block scope
		store_release(lock, 0);
	}
}

void run(int *lock, long long *sum)
{
	bump<<<100, 64>>>(lock, sum); // launch: race-free; twin-launch: race
}
