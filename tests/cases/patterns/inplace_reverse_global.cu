// Reversal in place: a thread swaps a pair, so only half of them may work.
#include <cuda_runtime.h>

__global__ void reverse(float *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n / 2) { // twin: 	if (i < n) {
		float x = a[i]; // twin-race: inter-block,intra-block,intra-warp
		a[i] = a[n - 1 - i]; // twin-race: inter-block,intra-block,intra-warp
		a[n - 1 - i] = x; // twin-race: inter-block,intra-block,intra-warp
	}
}

void run(float *a, int n)
{
	if (n < 2)
		return;
	reverse<<<(n + 255) / 256, 256>>>(a, n); // launch: race-free; twin-launch: race
}
