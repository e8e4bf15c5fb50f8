// The nearest of some centres, found by comparing distances: two points may well share one.
#include <cfloat>
#include <cuda_runtime.h>

__global__ void assign(const float2 *points, const float2 *centres, int *sizes, int *of, int n, int k)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, best = 0;
	float least = FLT_MAX;

	if (i >= n)
		return;
	for (int c = 0; c < k; c++) {
		float dx = points[i].x - centres[c].x, dy = points[i].y - centres[c].y;
		float d = dx * dx + dy * dy;

		if (d < least) {
			least = d;
			best = c;
		}
	}
	of[i] = best;
	atomicAdd(&sizes[best], 1); // twin-race: inter-block,intra-block,intra-warp; twin: sizes[best]++;
}

int main()
{
	const int n = 10000, k = 16;
	float2 *points, *centres;
	int *sizes, *of;

	cudaMalloc(&points, n * sizeof(float2));
	cudaMalloc(&centres, k * sizeof(float2));
	cudaMalloc(&sizes, k * sizeof(int));
	cudaMalloc(&of, n * sizeof(int));
	assign<<<(n + 127) / 128, 128>>>(points, centres, sizes, of, n, k); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
