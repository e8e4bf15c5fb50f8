// Threads past the end leave; the guard keeps the others apart.
#include <cuda_runtime.h>

__global__ void fill(float *out, int n, int m)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;

	if (x >= n) return; // twin: if (x > n) return;
	out[y * n + x] = x + m * y; // twin-race: inter-block
}

void run(float *out, int n, int m)
{
	fill<<<dim3((n + 63) / 64, m), 64>>>(out, n, m); // launch: race-free; twin-launch: race
}
