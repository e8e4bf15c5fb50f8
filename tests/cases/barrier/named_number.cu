// The warps' barriers have the numbers 8 to 15. In the twin the block has 8 warps more, whose numbers there are not.
#include <cuda_runtime.h>

__global__ void turn(const int *in, int *out)
{
	__shared__ int s[512];
	int t = threadIdx.x, warp = t / 32;

	s[t] = in[blockIdx.x * blockDim.x + t];
	asm volatile("bar.sync %0, %1;" ::"r"(8 + warp), "r"(32) : "memory");
	out[blockIdx.x * blockDim.x + t] = s[warp * 32 + 31 - t % 32];
}

void run(const int *in, int *out)
{
	turn<<<8, 256>>>(in, out); // launch: race-free; twin-launch: undecided; twin: turn<<<8, 512>>>(in, out);
}
