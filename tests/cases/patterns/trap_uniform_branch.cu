// The branch around the barrier depends on the block alone.
#include <cuda_runtime.h>

__global__ void boundary(float *u, int n)
{
	__shared__ float s[128];
	int t = threadIdx.x, i = blockIdx.x * 128 + t;

	if (blockIdx.x == gridDim.x - 1 && n % 128) {
		if (i < n)
			u[i] = 0;
		return;
	}
	s[t] = u[i]; // twin-race: intra-block
	__syncthreads(); // twin-finding: barrier-divergence; twin: 	if (i < n - 64) __syncthreads();
	u[i] = s[127 - t]; // twin-race: intra-block
}

void run(float *u, int n)
{
	boundary<<<(n + 127) / 128, 128>>>(u, n); // launch: race-free; twin-launch: race
}
