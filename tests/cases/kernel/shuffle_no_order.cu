// A shuffle is no barrier: it orders no memory accesses of the lanes.
#include <cuda_runtime.h>

__global__ void pass(float *out, const float *in)
{
	__shared__ float s[32];
	int t = threadIdx.x;

	s[t] = in[t]; // race: intra-warp
	float v = __shfl_xor_sync(0xffffffff, in[t], 1); // twin: float v = in[t ^ 1]; __syncwarp();
	out[t] = s[31 - t] + v; // race: intra-warp
}

void run(float *out, const float *in)
{
	pass<<<1, 32>>>(out, in); // launch: race; twin-launch: race-free
}
