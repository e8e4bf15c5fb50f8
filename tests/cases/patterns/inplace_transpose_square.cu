// In-place transposition: only threads above the diagonal swap.
#include <cuda_runtime.h>

__global__ void transpose(float *m, int n)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	int r = blockIdx.y * blockDim.y + threadIdx.y;

	if (r < n && c < n && r < c) { // twin: 	if (r < n && c < n) {
		float x = m[r * n + c]; // twin-race: inter-block,intra-block,intra-warp
		m[r * n + c] = m[c * n + r]; // twin-race: inter-block,intra-block,intra-warp
		m[c * n + r] = x; // twin-race: inter-block,intra-block,intra-warp
	}
}

void run(float *m, int n)
{
	dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
	transpose<<<grid, block>>>(m, n); // launch: race-free; twin-launch: race
}
