// What __activemask() gives on one side of a branch names no lane of the other side.
#include <cuda_runtime.h>

__global__ void halves(int *out)
{
	__shared__ int s[32];
	int t = threadIdx.x;

	if (t < 16) {
		s[t] = t; // race: intra-warp
		__syncwarp(__activemask());
	} else {
		out[blockIdx.x * 32 + t] = s[t - 16]; // race: intra-warp; twin: out[blockIdx.x * 32 + t] = t;
	}
}

void run(int *out)
{
	halves<<<8, 32>>>(out); // launch: race; twin-launch: race-free
}
