// A wait that keeps in a flag whether the phase is over; in the twin it is for the phase before.
// flags: --arch=sm_90
#include <cuda_runtime.h>

__device__ unsigned at(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__global__ void turn(const int *in, int *out)
{
	__shared__ int s[2][128];
	__shared__ unsigned long long bar;
	int t = threadIdx.x;
	unsigned phase = 0; // twin: 	unsigned phase = 1;

	if (t == 0)
		asm volatile("mbarrier.init.shared.b64 [%0], 128;" ::"r"(at(&bar)) : "memory");
	__syncthreads();
	for (int r = 0; r < 8; r++) {
		s[r % 2][t] = in[r * 128 + t]; // twin-race: intra-block
		asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(at(&bar)) : "memory");
		unsigned done = 0;
		while (!done)
			asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
				     : "=r"(done) : "r"(at(&bar)), "r"(phase) : "memory");
		phase ^= 1;
		out[r * 128 + t] = s[r % 2][127 - t]; // twin-race: intra-block
	}
}

void run(const int *in, int *out)
{
	turn<<<1, 128>>>(in, out); // launch: race-free; twin-launch: race
}
