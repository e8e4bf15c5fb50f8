// The stage that is filled goes on where the loop that filled the first ones has left it; in the twin no barrier follows the wait.
#include <cuda_runtime.h>

__device__ unsigned at(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

constexpr int S = 3;

__global__ void sums(float *out, const float *in, int tiles)
{
	extern __shared__ float s[];
	int t = threadIdx.x;
	float sum = 0;
	int wr = 0, rd = 0;

#pragma unroll
	for (int i = 0; i < S - 1; i++) {
		asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at(&s[wr * 128 + t])), "l"(in + i * 128 + t) : "memory"); // twin-race: intra-block
		asm volatile("cp.async.commit_group;" ::: "memory");
		wr++;
	}
	for (int k = 0; k < tiles; k++) {
		asm volatile("cp.async.wait_group %0;" ::"n"(S - 2) : "memory");
		__syncthreads(); // twin:
		if (k + S - 1 < tiles)
			asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at(&s[wr * 128 + t])), "l"(in + (k + S - 1) * 128 + t) : "memory"); // twin-race: intra-block
		asm volatile("cp.async.commit_group;" ::: "memory");
		if (++wr == S)
			wr = 0;
		sum += s[rd * 128 + 127 - t]; // twin-race: intra-block
		if (++rd == S)
			rd = 0;
	}
	out[blockIdx.x * 128 + t] = sum;
}

void run(float *out, const float *in, int tiles)
{
	sums<<<8, 128, S * 512>>>(out, in, tiles); // launch: race-free; twin-launch: race
}
