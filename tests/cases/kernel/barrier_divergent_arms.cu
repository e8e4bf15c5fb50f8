// Both arms hold a barrier, but the threads of a block split between them: undefined, reported as divergence.
#include <cuda_runtime.h>

__global__ void split(float *out, int odd)
{
	__shared__ float s[64];
	int t = threadIdx.x;
	int way = t % 2; // twin: int way = odd;

	if (way == 1) {
		s[t] = 1;
		__syncthreads(); // finding: barrier-divergence
		out[t] = s[t];
	} else {
		s[t] = 2;
		__syncthreads(); // finding: barrier-divergence
		out[t] = s[t] + 1;
	}
}

void run(float *out, int odd)
{
	split<<<1, 64>>>(out, odd); // launch: undecided; twin-launch: race-free
}
