// A negative constant that is shifted: nvcc takes it in every standard, clang since C++20.
#include <cuda_runtime.h>

template <int STEPS> struct scan {
	enum { MASK = (-1 << STEPS) & 31 };
	__device__ static unsigned segment(unsigned lane) { return lane & MASK; }
};

__global__ void leaders(const int *in, int *out)
{
	__shared__ int first[32];
	unsigned lane = threadIdx.x;

	first[lane] = in[blockIdx.x * 32 + lane]; // twin-race: intra-warp
	__syncwarp(); // twin:
	out[blockIdx.x * 32 + lane] = first[scan<3>::segment(lane)]; // twin-race: intra-warp
}

void run(const int *in, int *out, int blocks)
{
	leaders<<<blocks, 32>>>(in, out); // launch: race-free; twin-launch: race
}
