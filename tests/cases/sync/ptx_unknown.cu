// An instruction that is not modelled and may touch memory leaves the launch undecided.
#include <cuda_runtime.h>

__global__ void odd(int *out)
{
	asm volatile("frobnicate.global.u32 [%0];" : : "l"(out) : "memory"); // twin:
	out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

void run(int *out)
{
	odd<<<4, 64>>>(out); // launch: undecided; twin-launch: race-free
}
