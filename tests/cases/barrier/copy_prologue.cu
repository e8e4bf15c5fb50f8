// Two stages filled in a loop, of which the wait leaves the second pending; in the twin that is the one which is read.
#include <cuda_runtime.h>

__device__ unsigned at(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__global__ void first(int *out, const int *in)
{
	__shared__ alignas(16) int s[2][128];
	int t = threadIdx.x;

	for (int i = 0; i < 2; i++) {
		asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at(&s[i][t])), "l"(in + i * 128 + t) : "memory"); // twin-race: intra-block
		asm volatile("cp.async.commit_group;" ::: "memory");
	}
	asm volatile("cp.async.wait_group 1;" ::: "memory");
	__syncthreads();
	out[t] = s[0][127 - t]; // twin-race: intra-block; twin: 	out[t] = s[1][127 - t];
}

void run(int *out, const int *in)
{
	first<<<1, 128>>>(out, in); // launch: race-free; twin-launch: race
}
