// A barrier in shared memory by mbarrier instructions; in the twin nobody waits for the phase.
#include <cuda_runtime.h>

__device__ unsigned address(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__device__ bool done(unsigned bar, unsigned long long token)
{
	unsigned over;
	asm volatile("{\n"
		     ".reg .pred p;\n"
		     "mbarrier.test_wait.shared::cta.b64 p, [%1], %2;\n"
		     "selp.b32 %0, 1, 0, p;\n"
		     "}" : "=r"(over) : "r"(bar), "l"(token) : "memory");
	return over;
}

__global__ void mirror(int *data)
{
	__shared__ unsigned long long bar;
	__shared__ int s[128];
	int t = threadIdx.x;
	unsigned long long token;

	if (t == 0)
		asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(address(&bar)), "r"(128) : "memory");
	__syncthreads();
	s[t] = data[t]; // twin-race: intra-block
	asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(token) : "r"(address(&bar)) : "memory");
	while (!done(address(&bar), token)) // twin: if (token == 1)
		;
	data[t] = s[127 - t]; // twin-race: intra-block
}

void run(int *data)
{
	mirror<<<1, 128>>>(data); // launch: race-free; twin-launch: race
}
