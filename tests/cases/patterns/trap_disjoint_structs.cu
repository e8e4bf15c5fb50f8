// Members of one struct in shared memory, used by different warps at the same time.
#include <cuda_runtime.h>

struct Shared {
	float left[64];
	float right[64];
	int count;
};

__global__ void halves(const float *in, float *out)
{
	__shared__ Shared s;
	int t = threadIdx.x;

	if (t < 64)
		s.left[t] = in[t]; // twin-race: intra-block
	else
		s.right[t - 64] = in[t]; // twin-race: intra-block; twin: 		s.left[t - 1] = in[t];
	if (t == 127)
		s.count = 2;
	__syncthreads();
	out[blockIdx.x * 128 + t] = t < 64 ? s.right[t] : s.left[t - 64] * s.count;
}

void run(const float *in, float *out, int blocks)
{
	halves<<<blocks, 128>>>(in, out); // launch: race-free; twin-launch: race
}
