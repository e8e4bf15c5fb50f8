// nvcc takes special registers with one percent sign, as older copies of CUB write them; with two they are the same.
#include <cuda_runtime.h>

__device__ unsigned lane()
{
	unsigned r;
	asm volatile("mov.u32 %0, %laneid;" : "=r"(r));
	return r;
}

__device__ unsigned lanes_below()
{
	unsigned r;
	asm("mov.u32 %0, %lanemask_lt;" : "=r"(r));
	return r;
}

__device__ unsigned block_size()
{
	unsigned r;
	asm("mov.u32 %0, %%ntid.x;" : "=r"(r));
	return r;
}

__global__ void mirror(const int *in, int *out, unsigned *below)
{
	__shared__ int s[32];
	unsigned i = blockIdx.x * block_size() + lane(), tid = 32;

	s[lane()] = in[i]; // twin-race: intra-warp
	__syncwarp(); // twin:
	out[i] = s[31 - lane() %tid]; // twin-race: intra-warp
	below[i] = lanes_below();
}

void run(const int *in, int *out, unsigned *below, int blocks)
{
	mirror<<<blocks, 32>>>(in, out, below); // launch: race-free; twin-launch: race
}
