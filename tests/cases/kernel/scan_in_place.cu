// An in-place scan (Hillis-Steele): read, barrier, write, barrier.
#include <cuda_runtime.h>

__global__ void scan(int *data)
{
	__shared__ int s[128];
	int t = threadIdx.x;

	s[t] = data[blockIdx.x * 128 + t];
	__syncthreads();
	for (int d = 1; d < 128; d *= 2) {
		int v = t >= d ? s[t - d] : 0; // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
		s[t] += v; // twin-race: intra-block,intra-warp
		__syncthreads();
	}
	data[blockIdx.x * 128 + t] = s[t];
}

void run(int *data, int blocks)
{
	scan<<<blocks, 128>>>(data); // launch: race-free; twin-launch: race
}
