// Elements change places with those of the other half; rows with those of the other half.
#include <cuda_runtime.h>

__global__ void turn(int *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n / 2) { // twin: 	if (i <= n / 2) {
		int own = a[i], other = a[n - 1 - i]; // twin-race: inter-block,intra-block,intra-warp
		a[i] = other; // twin-race: inter-block,intra-block,intra-warp
		a[n - 1 - i] = own; // twin-race: inter-block,intra-block,intra-warp
	}
}

__global__ void flip(float4 *a, int rows, int columns)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= (rows + 1) / 2 * columns)
		return;
	int there = (rows - 1 - i / columns) * columns + i % columns;
	float4 own = a[i], other = a[there];
	a[i] = other;
	a[there] = own;
}

void run(int *a, float4 *b, int n, int rows, int columns)
{
	if (n <= 0 || rows <= 0 || columns <= 0)
		return;
	turn<<<(n + 255) / 256, 256>>>(a, n); // launch: race-free; twin-launch: race
	flip<<<(rows * columns + 255) / 256, 256>>>(b, rows, columns); // launch: race-free; twin-launch: race-free
}
