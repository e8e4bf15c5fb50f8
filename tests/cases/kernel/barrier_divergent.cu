// A barrier that half of the block does not reach.
#include <cuda_runtime.h>

__global__ void half(float *data)
{
	__shared__ float s[128];
	int t = threadIdx.x;

	s[t] = data[t];
	__syncthreads();
	if (t < 64) { // twin: if (blockIdx.x < 64) {
		data[t] = s[t];
		__syncthreads(); // finding: barrier-divergence
		s[t] = 0;
	}
	__syncthreads();
	data[t] += s[t];
}

void run(float *data)
{
	half<<<1, 128>>>(data); // launch: undecided; twin-launch: race-free
}
