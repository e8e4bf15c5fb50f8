// A size that is compared as unsigned in one branch may well be small in the other one.
#include <cuda_runtime.h>

__global__ void split(int *out, int n)
{
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x;

	if (n > 100) {
		if (t < n - 200)
			out[t] = 1;
	} else {
		out[t / 2] = t; // race: inter-block, intra-block, intra-warp; twin: out[t] = t;
	}
}

void run(int *out, int n, int blocks, int threads)
{
	split<<<blocks, threads>>>(out, n); // launch: race; twin-launch: race-free
}
