// Cells that floating-point positions fall into: any cell within the bounds, equal for equal positions.
#include <cuda_runtime.h>

__device__ int cell(float x, int cells)
{
	return min(cells - 1, max(0, (int)(x * cells)));
}

__global__ void count(const float4 *pos, int *counts, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		int c = cell(pos[i].y, 32) * 32 + cell(pos[i].x, 32);
		atomicAdd(&counts[c], 1); // twin-race: inter-block,intra-block,intra-warp; twin: counts[c]++;
	}
}

int main()
{
	const int n = 100000;
	float4 *pos;
	int *counts;

	cudaMalloc(&pos, n * sizeof(float4));
	cudaMalloc(&counts, 1024 * sizeof(int));
	cudaMemset(counts, 0, 1024 * sizeof(int));
	count<<<(n + 255) / 256, 256>>>(pos, counts, n); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
