// Rounds ended by a barrier whose phase is named by its parity; without the last barrier they overlap.
#include <cuda_runtime.h>

__device__ unsigned address(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__device__ void wait(unsigned bar, unsigned parity)
{
	unsigned over;
	do {
		asm volatile("{\n"
			     ".reg .pred p;\n"
			     "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
			     "selp.u32 %0, 1, 0, p;\n"
			     "}" : "=r"(over) : "r"(bar), "r"(parity) : "memory");
	} while (!over);
}

__global__ void mirror(int *data, int n)
{
	__shared__ unsigned long long bar;
	__shared__ int s[128];
	int t = threadIdx.x;
	unsigned phase = 0;

	if (t == 0)
		asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(address(&bar)), "r"(128) : "memory");
	__syncthreads();
	for (int i = 0; i < n; i++) {
		s[t] = data[i * 128 + t]; // twin-race: intra-block
		asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(address(&bar)) : "memory");
		wait(address(&bar), phase);
		phase ^= 1;
		data[i * 128 + t] = s[127 - t]; // twin-race: intra-block
		__syncthreads(); // twin:
	}
}

void run(int *data, int n)
{
	mirror<<<1, 128>>>(data, n); // launch: race-free; twin-launch: race
}
