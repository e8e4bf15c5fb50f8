// Twenty-four rows of one array, a column per thread: many pairs of one shape, proved together.
#include <cuda_runtime.h>

#define ROW(k) a[(k) * n + i]
#define FOUR(k) ROW(k) += ROW(k + 1); ROW(k + 1) += ROW(k + 2); ROW(k + 2) += ROW(k + 3); ROW(k + 3) += 1

__global__ void mix(float *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		FOUR(0); // twin-race: inter-block, intra-block, intra-warp; twin: 		FOUR(0); a[i ^ 1] = 1;
		FOUR(4); FOUR(8); FOUR(12); FOUR(16); FOUR(20);
	}
}

void run(float *a, int n)
{
	mix<<<(n + 255) / 256, 256>>>(a, n); // launch: race-free; twin-launch: race
}
