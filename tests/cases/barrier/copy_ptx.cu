// cp.async as written by hand; the twin commits after its wait.
#include <cuda_runtime.h>

__device__ void copy(int *to, const int *from)
{
	unsigned address = (unsigned)__cvta_generic_to_shared(to);

	asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(address), "l"(from) : "memory"); // twin-race: intra-block
}

__global__ void load(const int *in, int *out)
{
	__shared__ int s[64];
	int t = threadIdx.x;

	copy(&s[t], &in[t]);
	asm volatile("cp.async.commit_group;" : : : "memory"); // twin:
	asm volatile("cp.async.wait_group 0;" : : : "memory");
	__syncthreads();
	out[t] = s[63 - t]; // twin-race: intra-block
}

void run(const int *in, int *out)
{
	load<<<1, 64>>>(in, out); // launch: race-free; twin-launch: race
}
